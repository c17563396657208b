"""The road from Ctrl+Enter to the picture, in a real browser: `python -m benchmarks.road [CASE ...] [--rounds 9]`.

Starts a hosted server of its own and opens it in Chromium. For each case: milliseconds from the key to the first frame in
which the graph has a tensor of the program's own, bytes that the browser received for it, and milliseconds of the
server's computing, its children's included; and of a visit without a cache: milliseconds from the navigation to the
first graph, and the bytes until then, Streamlit's own files apart. Every round runs a program that nobody has run yet.
"""

import argparse
import os
import time
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from .chromium import launch
from .loops import NETWORK
from .studio import Studio

SIZE = {"width": 1366, "height": 768}
SETTLED = 0.4  # seconds after a picture in which what still comes belongs to it

SEED = """import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
{} = x * 2 + 1
gradients = torch.FloatTensor([0.1, 1.0, 0.0001])
{}.backward(gradients)
print(x.grad)
"""
CHAIN = (
    "import torch\nx = torch.tensor(0.5, requires_grad=True)\ny = x\n"
    + 59 * "y = y * 1.01\n"
    + "{} = y * 1.01\n{}.backward()\n"
)
WIDE = (
    "import torch\nx = torch.tensor([0.5, 1.0], requires_grad=True)\nt = x\n"
    + "\n".join(f"a{i} = t * 1.0{i}\nb{i} = a{i}.sin()\nt = b{i} + a{i}" for i in range(47))
    + "\n{} = t.sum()\n{}.backward()\n"
)
ADAM = NETWORK.replace("{}", "20").replace("y = (", "{} = (").replace("- y)", "- {})")

# By name: a program with two places for the name of a tensor that is in its first picture.
CASES = {"seed": SEED, "chain-60": CHAIN, "boxes-286": WIDE, "adam-20": ADAM}

# Resolves in the frame in which an option of the graph has the name; the key's own time is the event's.
AWAIT = """name => new Promise(resolve => {
  let pressed = null;
  addEventListener("keydown", (event) => { if (event.key === "Enter") pressed = event.timeStamp; }, true);
  const find = (root) => [...root.querySelectorAll("*")].some((element) =>
    (element.getAttribute("role") === "option" && (element.getAttribute("aria-label") ?? element.textContent).includes(name))
    || (element.shadowRoot && find(element.shadowRoot)));
  const look = (now) => (pressed !== null && find(document) ? resolve(now - pressed) : requestAnimationFrame(look));
  requestAnimationFrame(look);
})"""


class Traffic:
    """The bytes that a page receives, over websockets and by requests, by whether they are Streamlit's own files."""

    def __init__(self, page: Page) -> None:
        self.ours = self.streamlits = 0
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketFrameReceived", self._frame)
        session.on(
            "Network.requestWillBeSent", lambda event: self._urls.update({event["requestId"]: event["request"]["url"]})
        )
        session.on("Network.loadingFinished", self._finished)

    def _frame(self, event: dict[str, Any]) -> None:
        text = event["response"]["payloadData"]  # base64 of a binary frame
        self.ours += len(text) * 3 // 4 if event["response"]["opcode"] == 2 else len(text)

    def _finished(self, event: dict[str, Any]) -> None:
        size = int(event["encodedDataLength"])
        if "/static/" in self._urls.get(event["requestId"], ""):
            self.streamlits += size
        else:
            self.ours += size


def cold(browser: Browser, studio: Studio) -> dict[str, float]:
    """Visit the studio without a cache."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    traffic, started = Traffic(page), time.perf_counter()
    page.goto(studio.address)
    page.get_by_role("option").first.wait_for(state="attached", timeout=60_000)
    took = (time.perf_counter() - started) * 1000
    page.wait_for_timeout(SETTLED * 1000)
    context.close()
    return {"ms": took, "kB": traffic.ours / 1000, "Streamlit's kB": traffic.streamlits / 1000}


def road(page: Page, studio: Studio, traffic: Traffic, source: str, name: str) -> dict[str, float]:
    """Write a program, run it by Ctrl+Enter, and return what it took until its own tensor is in the graph."""
    editor = page.get_by_role("textbox", name="Program", exact=True)
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source.format(name, name))
    page.wait_for_timeout(SETTLED * 1000)
    page.evaluate(f"void (window.road = ({AWAIT})({name!r}))")  # not awaited yet
    before, computing = traffic.ours, studio.cpu_seconds()
    page.keyboard.press("ControlOrMeta+Enter")
    took = page.evaluate("window.road")
    page.wait_for_timeout(SETTLED * 1000)
    return {"ms": took, "bytes": traffic.ours - before, "server ms": (studio.cpu_seconds() - computing) * 1000}


def medians(rounds: list[dict[str, float]]) -> str:
    """Return the median of each figure, and the range of the first."""
    words = [f"{median(one[key] for one in rounds):,.0f} {key}" for key in rounds[0]]
    first = [one["ms"] for one in rounds]
    return f"{', '.join(words)}  (from {min(first):,.0f} to {max(first):,.0f} ms)"


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], help="which; all if none is named")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} at the start")
    with Studio(AUTOGRAD_STUDIO_RUNS_PER_MINUTE="1000") as studio, sync_playwright() as playwright:
        browser = launch(playwright)
        print(
            f"a visit without a cache: {medians([cold(browser, studio) for _ in range(max(1, options.rounds // 3))])}"
        )
        page = browser.new_page(viewport=SIZE)
        traffic = Traffic(page)
        page.goto(studio.address)
        page.get_by_role("option").first.wait_for(state="attached")
        rounds: dict[str, list] = {case: [] for case in options.cases or CASES}
        for number in range(options.rounds + 1):
            for case, found in rounds.items():
                found.append(road(page, studio, traffic, CASES[case], f"{case.replace('-', '_')}_{number}"))
        for case, found in rounds.items():
            print(f"{case:9}  {medians(found[1:])}")  # the first round warms up
        browser.close()


if __name__ == "__main__":
    main()
