"""How smoothly a story moves, in a real browser: `python -m benchmarks.frames [LESSON ...] [--seconds 30]`.

Plays each lesson in Chromium, for so many seconds or to its end. For each: how many frames there were, the share of them that
came later than 34 ms after the one before, and the longest wait. A machine that does nothing else has hardly any.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from autograd_studio import lessons
from autograd_studio.view.payload.writing import compressed, written
from autograd_studio.web import offline

from .chromium import launch

SIZE = {"width": 1366, "height": 768}
LESSONS = ["fan-out", "upstream-gradient", "forgotten-zero-grad", "second-backward", "two-layers"]
LATE = 34.0  # ms

# Plays for so many ms, or to the end, and resolves with the ms between frames.
PLAY = """ms => new Promise(resolve => {
  const root = document.querySelector("main").shadowRoot ?? document;
  const button = root.querySelector("[data-do=play]");
  const waits = [];
  let before = performance.now();
  const end = before + ms;
  const frame = (now) => {
    waits.push(now - before);
    before = now;
    if (now < end && button.matches(".playing")) requestAnimationFrame(frame);
    else resolve(waits.slice(2));
  };
  button.click();
  requestAnimationFrame(frame);
})"""


def waits(browser: Browser, lesson: lessons.Lesson, seconds: float) -> list[float]:
    """Return the ms between the frames of a lesson's story."""
    payload = compressed(written(lessons.stored(lesson)["payload"]))
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(offline.page(payload, lesson.source))
        file.flush()
        page = browser.new_page(viewport=SIZE)
        page.goto(Path(file.name).as_uri())
        page.get_by_role("button", name="Play").wait_for()
        page.wait_for_timeout(500)  # fonts, and the first pill that nobody sees
        found: list[float] = page.evaluate(PLAY, seconds * 1000)
        page.close()
        return found


def row(name: str, found: list[float]) -> str:
    """Return a row of the table."""
    late = sum(wait > LATE for wait in found)
    return f"{name:24} {len(found):6} frames {late / len(found):6.1%} late, longest {max(found):4.0f} ms"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lessons", nargs="*", default=LESSONS)
    parser.add_argument("--seconds", type=float, default=30.0)
    asked = parser.parse_args()
    known: dict[str, Any] = {lesson.id: lesson for topic in lessons.topics() for lesson in topic.lessons}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in asked.lessons:
            print(row(name, waits(browser, known[name], asked.seconds)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
