"""Take the pictures that other pages show of a link to the studio: `python -m tools.previews`.

Those of lessons that are new or have changed, and that of the studio; with `--all` all of them, for when the looks change. Each
is the page itself in a browser, at the step of a lesson that tells most of it.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from autograd_studio import lessons
from autograd_studio.catalogue import say
from autograd_studio.web import previews
from autograd_studio.web.files import read
from autograd_studio.web.places import NAME
from autograd_studio.web.site import make
from benchmarks.chromium import launch
from tests.support.served import serving

HERE = Path(__file__).parent
CSS = (HERE / "preview.css").read_text(encoding="utf-8")
SCRIPT = (HERE / "preview.js").read_text(encoding="utf-8").rstrip("\n;")
LARGER = 1.5  # than on a page: they are shown small
SETTLES = 700  # ms until nothing moves
COLOURS = 64
STUDIO = "fan-out"  # the lesson whose graph is that of the studio

# Where the last gradient that is written does not tell most: the number of the point that does, the first one being 1.
TELLS = {
    "upstream-gradient": 4, "choose-a-seed": 4, "second-backward": 4, "grad-or-backward": 3, "edit-through-a-view": 3,
    "who-saved-what": 3, "double-backward": 4, "lost-history": 4, "kinks-and-ties": 3, "no-grad-fn": 3, "zero-gradient": 4,
}  # fmt: skip


@dataclass(frozen=True)
class Shot:
    """A picture: the step of a lesson that it shows, and what stands above it."""

    path: Path
    lesson: lessons.Lesson
    step: int
    title: str


def shots() -> Iterator[Shot]:
    """Yield all pictures: of the studio, and of each lesson that has a graph."""
    studio = lessons.lesson(STUDIO)
    yield Shot(previews.studio_picture(), studio, telling(studio), say("web.preview.title"))
    for lesson in (lesson for topic in lessons.topics() for lesson in topic.lessons):
        if lessons.stored(lesson)["payload"]["boxes"]:
            yield Shot(previews.lesson_picture(lesson), lesson, telling(lesson), lesson.title)


def telling(lesson: lessons.Lesson) -> int:
    """Return the step that tells most: the last point at which a gradient is written, or the last point."""
    run = lessons.stored(lesson)
    points = [part["step"] for part in run["parts"]]
    if lesson.id in TELLS:
        return points[TELLS[lesson.id] - 1]
    written = [step for step in points if run["payload"]["steps"][step - 1]["kind"] == "accumulate"]
    return (written or points)[-1]


def take(page: Page, address: str, shot: Shot) -> Image.Image:
    """Return a picture."""
    page.goto(f"{address}lesson/{shot.lesson.id}/?embed=true&step={shot.step}")
    page.locator(f"[role=slider][aria-valuenow='{shot.step}']").wait_for(timeout=60_000)
    page.evaluate(SCRIPT, [CSS, shot.title, NAME, read("icon.svg")])
    page.wait_for_timeout(SETTLES)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


def main() -> None:
    """Take the pictures, and remove those of no lesson."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--all", action="store_true", help="also those that are there")
    given = asked.parse_args()
    wanted = list(shots())
    for path in set(previews.FOLDER.glob("*.png")) - {shot.path for shot in wanted}:
        path.unlink()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        make(folder, None)
        address = stack.enter_context(serving(folder))
        browser = launch(stack.enter_context(sync_playwright()))
        width, height = (round(side / LARGER) for side in previews.SIZE)
        page = browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=LARGER, color_scheme="light",
            reduced_motion="reduce", service_workers="block", bypass_csp=True,
        )  # fmt: skip
        for shot in wanted:
            if given.all or not shot.path.exists():
                take(page, address, shot).save(shot.path, optimize=True)
                print(f"{shot.path.name}: {shot.path.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
