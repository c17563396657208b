"""The road from Ctrl+Enter to the picture, in a real browser: `python -m benchmarks.road [CASE ...] [--rounds 9]`.

Starts a hosted server of its own and opens it in Chromium. For each case: milliseconds from the key to the end of the first frame
that shows a tensor of the program's own in the graph; requests and bytes that the browser received for it, and messages over
Streamlit's websocket; milliseconds of computing of the server's process, and of its children. And of a visit without a cache:
milliseconds from the navigation to the first graph, those of them that are ours (since Streamlit had the last of its files), and
the kilobytes until then, ours and Streamlit's own. Every round runs a program that nobody has run yet.

Where `make wasm` has built the module, both roads are measured in turns, by the server and in the page ("here"); and how long
after its navigation a page can run programs, on a first visit and on the next one.
"""

import argparse
import os
import time
from collections import Counter
from statistics import mean, median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from autograd_studio.web.routes import immutable

from .chromium import launch
from .loops import NETWORK
from .studio import Studio

SIZE = {"width": 1366, "height": 768}
COMPUTING = "server ms", "children ms"
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

# Resolves, with the time in the page, after the frame that paints an option of the graph that a selector takes.
FIND = """option => new Promise(resolve => {
  const painted = () => resolve(performance.now());
  const look = () => {
    const root = document.getElementById("autograd-studio")?.shadowRoot;
    root?.querySelector(option) ? setTimeout(painted) : requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""

OPTION = '[role="option"]'

# The key's own time is the event's.
PRESSED = """() => addEventListener("keydown", (event) => {
  if (event.key === "Enter") window.pressed = event.timeStamp;
}, true)"""

# What has come of files and answers: address, bytes, and when it was there.
RECEIVED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, transferSize, responseEnd }) => [name, transferSize, responseEnd])"""

READY = "#autograd-studio[data-module=ready]"
PATIENCE = 120_000  # ms

STREAMLIT = "/static/"  # in the address of its files


class Traffic:
    """What a page receives: requests, bytes, and messages over websockets in both directions; `pending` are without answer."""

    def __init__(self, page: Page) -> None:
        self.pending: set[str] = set()
        self.requests = self.messages = 0
        self._sizes: Counter[str] = Counter()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketFrameReceived", self._told)
        session.on("Network.webSocketFrameSent", self._told)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.loadingFailed", self._finished)

    @property
    def counts(self) -> dict[str, int]:
        """All so far."""
        return {"requests": self.requests, "bytes": self._sizes.total(), "messages": self.messages}

    def _told(self, event: dict[str, Any]) -> None:
        text = event["response"]["payloadData"]  # base64 of a binary frame
        self._sizes["websocket"] += len(text) * 3 // 4 if event["response"]["opcode"] == 2 else len(text)
        self.messages += 1

    def _asked(self, event: dict[str, Any]) -> None:
        self.pending.add(event["requestId"])
        self.requests += 1

    def _received(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] += int(event["encodedDataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        self.pending.discard(event["requestId"])
        if "encodedDataLength" in event:  # with the head of the answer
            self._sizes[event["requestId"]] = int(event["encodedDataLength"])


def cold(browser: Browser, studio: Studio) -> dict[str, float]:
    """Visit the studio without a cache, and return what it took until the first graph, and what has come by then.

    Of the bytes, those are ours that are neither Streamlit's files nor come over its websocket.
    """
    context = browser.new_context(viewport=SIZE)
    context.add_init_script(f"window.first = ({FIND})({OPTION!r})")
    page = context.new_page()
    page.goto(studio.address)
    took = page.evaluate("window.first")
    page.get_by_role("textbox", name="Program", exact=True).wait_for()  # the last that comes
    page.wait_for_timeout(SETTLED * 1000)
    received = page.evaluate(RECEIVED)
    context.close()
    began = max(came for name, _, came in received if STREAMLIT in name and came < took)
    sizes = {"kB": 0.0, "Streamlit's kB": 0.0, "kB later": 0.0}
    for name, size, came in received:
        sizes["kB later" if came > took else "Streamlit's kB" if STREAMLIT in name else "kB"] += size / 1000
    return {"ms": took, "ours": took - began, **sizes}


def readiness(browser: Browser, studio: Studio) -> dict[str, float]:
    """Return how long after its navigation a page can run programs: on a first visit, and on the next one."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    found = {}
    for visit in ("first ms", "next ms"):
        started = time.monotonic()
        page.goto(studio.address)
        page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
        found[visit] = (time.monotonic() - started) * 1000
    context.close()
    return found


def opened(browser: Browser, studio: Studio, by: str = "server") -> tuple[Page, Traffic]:
    """Return a page of the studio that has its editor and runs programs by a road, and what it receives."""
    page = browser.new_page(viewport=SIZE)
    page.add_init_script(f"localStorage.setItem('autograd-player-road', {by!r})")
    traffic = Traffic(page)
    page.goto(studio.address)
    page.get_by_role("option").first.wait_for(state="attached", timeout=60_000)
    page.get_by_role("textbox", name="Program", exact=True).wait_for()
    if by == "here":
        page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
    page.wait_for_timeout(SETTLED * 1000)
    traffic.pending.clear()  # of what a worker fetches the page is not told the end
    page.evaluate(PRESSED)
    return page, traffic


def road(page: Page, studio: Studio, traffic: Traffic, source: str, name: str) -> dict[str, float]:
    """Write a program, run it by Ctrl+Enter, and return what it took until its own tensor is in the graph."""
    editor = page.get_by_role("textbox", name="Program", exact=True)
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source.format(name, name))
    page.wait_for_timeout(SETTLED * 1000)
    named = f'{OPTION}[aria-label*="{name}"]'
    page.evaluate(f"void (window.road = ({FIND})({named!r}))")  # not awaited yet
    before, server, all_of_it = traffic.counts, studio.cpu_seconds(studio.process.pid), studio.cpu_seconds()
    page.keyboard.press("ControlOrMeta+Enter")
    took = page.evaluate("window.road.then((now) => now - window.pressed)")
    page.wait_for_timeout(SETTLED * 1000)
    while traffic.pending:  # the rest of a long run
        page.wait_for_timeout(50)
    own = studio.cpu_seconds(studio.process.pid) - server
    children = studio.cpu_seconds() - all_of_it - own
    came = {kind: count - before[kind] for kind, count in traffic.counts.items()}
    return {"ms": took, **came, "server ms": own * 1000, "children ms": children * 1000}


def summary(rounds: list[dict[str, float]]) -> str:
    """Return the median of each figure, and the range of the first; of computing the mean, which is counted in ticks."""
    words = [f"{(mean if key in COMPUTING else median)(one[key] for one in rounds):,.0f} {key}" for key in rounds[0]]
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
        visits = [cold(browser, studio) for _ in range(max(1, options.rounds // 3))]
        print(f"a visit without a cache: {summary(visits)}", flush=True)
        roads = ["server"]
        if "module" in immutable.paths():
            roads.append("here")
            print(f"ready for programs: {readiness(browser, studio)}", flush=True)
        pages = {by: opened(browser, studio, by) for by in roads}
        rounds: dict[tuple[str, str], list] = {(case, by): [] for case in options.cases or CASES for by in roads}
        for number in range(options.rounds + 1):
            for (case, by), found in rounds.items():
                page, traffic = pages[by]
                page.bring_to_front()
                found.append(road(page, studio, traffic, CASES[case], f"{case.replace('-', '_')}_{by}_{number}"))
        for (case, by), found in rounds.items():
            print(f"{case:9} {by:6}  {summary(found[1:])}")  # the first round warms up
        browser.close()


if __name__ == "__main__":
    main()
