"""Make contact sheets of the studio, and a list of what is wrong: `python -m tools.contact_sheet OUT`.

All lessons, and programs of the tests, are shown in the middle of a backward pass at three sizes. OUT gets pages of
thumbnails and faults.txt, which says what `faults.js` found on each, by kind. A studio that runs is used with `--address`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Error, Page, sync_playwright

from autograd_engine.base.garbage import uncollected
from autograd_engine.run import program
from autograd_engine.trace.schema import from_plain
from autograd_studio import lessons
from autograd_studio.answering.answer import answer
from autograd_studio.answering.request import Request
from autograd_studio.view.payload.document import payload
from benchmarks.chromium import launch
from tests.support.links import token

from .picture import studio

PROGRAMS = Path(__file__).parent.parent / "tests" / "programs"
FAULTS = (Path(__file__).parent / "faults.js").read_text().rstrip("\n;")
SIZES = ("1366x768", "1440x900-dark", "400x850")
SETTLES = 450  # ms until nothing moves
PATIENCE = 20_000  # ms for a run
ROWS, THUMBNAIL = 5, 360  # of a page, and px of its thumbnails
LINE = 18
GO = """([path, query]) => {
    History.prototype.pushState.call(history, null, "", path + "?" + query); // as shell/address.js does
    window.dispatchEvent(new Event("returned"));
}"""


@dataclass(frozen=True)
class Sight:
    """A program at a step, counted from 1: what its address says."""

    name: str
    query: str


def lesson_sights() -> Iterator[Sight]:
    """Yield the lessons."""
    for topic in lessons.topics():
        for lesson in topic.lessons:
            yield Sight(lesson.id, f"lesson={lesson.id}&step={middle(lesson.source) or 1}")


def program_sights(count: int) -> Iterator[Sight]:
    """Yield so many of the tests' programs that have a backward pass, spread evenly."""
    paths = sorted(PROGRAMS.glob("*/*.py"))
    found = 0
    for path in (paths[(n * 397) % len(paths)] for n in range(len(paths))):
        if found == count:
            return
        source = path.read_text()
        step = middle(source)
        if step is not None:
            found += 1
            yield Sight(f"{path.parent.name}/{path.stem}", f"program={token(source)}&step={step}")


def middle(source: str) -> int | None:
    """Return the step in the middle of the first backward pass of a program; None if it has none, or does not run."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        outcome = answer(Request(source), program.run)
    if outcome.trace is None:
        return None
    with uncollected():
        steps = payload(from_plain(outcome.trace)).steps
    backward = [n for n, step in enumerate(steps) if step.phase == "backward" and step.kind in ("run", "arrive")]
    return backward[len(backward) // 2] + 1 if backward else None


class Camera:
    """A page of the studio, of which pictures are taken."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", lambda said: said.type == "error" and self.errors.append(f"error: {said.text}"))
        page.goto(address)
        self.slider = page.get_by_role("slider", name="Step", exact=True)
        self.slider.wait_for(timeout=60_000)
        page.keyboard.press("Home")

    def turn(self, size: str) -> None:
        """Look at the studio at a size."""
        pixels, _, theme = size.partition("-")
        width, height = map(int, pixels.split("x"))
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        self.page.set_viewport_size({"width": width, "height": height})

    def open(self, sight: Sight) -> None:
        """Show a program at its step."""
        with self.page.expect_response(lambda said: said.url.endswith("/run"), timeout=PATIENCE):
            self.page.evaluate(GO, ["/", sight.query])
        self.page.wait_for_timeout(SETTLES)
        step = sight.query.rpartition("step=")[2]
        with contextlib.suppress(Error):
            self.page.wait_for_function(
                """step => document.getElementById("autograd-studio").shadowRoot
                .querySelector("[role=slider]").getAttribute("aria-valuenow") === step""",
                arg=step,
                timeout=5000,
            )

    def take(self, path: Path) -> list[str]:
        """Write a picture of what is shown, and return its faults."""
        self.page.wait_for_timeout(SETTLES)
        self.page.screenshot(path=path)
        found = [*self.page.evaluate(FAULTS), *self.errors]
        self.errors.clear()
        return found


def sheets(pictures: list[tuple[str, Path, int]], out: Path, size: str) -> None:
    """Write pages of thumbnails, each with its name and how many faults it has."""
    columns = 5 if size.startswith("400") else 4
    page_of = ROWS * columns
    for n in range(0, len(pictures), page_of):
        thumbnails = [(name, Image.open(path), count) for name, path, count in pictures[n : n + page_of]]
        height = THUMBNAIL * thumbnails[0][1].height // thumbnails[0][1].width
        sheet = Image.new("RGB", (columns * (THUMBNAIL + 8), ROWS * (height + LINE + 8)), "white")
        pen = ImageDraw.Draw(sheet)
        for at, (name, picture, count) in enumerate(thumbnails):
            x, y = at % columns * (THUMBNAIL + 8), at // columns * (height + LINE + 8)
            sheet.paste(picture.resize((THUMBNAIL, height)), (x, y + LINE))
            pen.text((x + 2, y + 3), f"{name}  {count or ''}", fill="red" if count else "black")
        sheet.save(out / f"sheet-{size}-{n // page_of + 1}.png")


def told(found: dict[tuple[str, str], list[str]]) -> str:
    """Return the list of all faults: how many of each kind at each size, and each where it is."""
    kinds = Counter((fault.partition(":")[0], size) for (_, size), faults in found.items() for fault in faults)
    lines = [f"{count:4} {kind} at {size}" for (kind, size), count in sorted(kinds.items())]
    by_fault = defaultdict(list)
    for (name, size), faults in found.items():
        for fault in faults:
            by_fault[fault.partition(":")[0]].append(f"{name} {size}: {fault}")
    return "\n".join([*lines, *(line for kind in sorted(by_fault) for line in ["", *by_fault[kind]])]) + "\n"


def main() -> None:
    """Take all pictures."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("out", type=Path)
    asked.add_argument("--sizes", nargs="+", default=SIZES, help="width x height, with -dark for the dark theme")
    asked.add_argument("--programs", type=int, default=100, help="how many of the tests' programs")
    asked.add_argument("--only", help="those whose names have this text")
    asked.add_argument("--address", help="of a studio that runs; else one is started")
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    sights = [*lesson_sights(), *program_sights(given.programs)]
    sights = [sight for sight in sights if not given.only or given.only in sight.name]
    with contextlib.ExitStack() as stack:
        address = given.address or stack.enter_context(studio())
        window = launch(stack.enter_context(sync_playwright()))
        camera = Camera(window.new_page(), address)
        found: dict[tuple[str, str], list[str]] = {}
        for size in given.sizes:
            camera.turn(size)
            pictures = []
            for sight in sights:
                path = given.out / f"{sight.name.replace('/', '_')}-{size}.png"
                try:
                    camera.open(sight)
                    found[sight.name, size] = camera.take(path)
                except Error as error:
                    found[sight.name, size] = [f"error: {str(error).splitlines()[0]}"]
                    continue
                pictures.append((sight.name, path, len(found[sight.name, size])))
            sheets(pictures, given.out, size)
            (given.out / "faults.txt").write_text(told(found))
        window.close()
    print(told(found).partition("\n\n")[0])


if __name__ == "__main__":
    main()
