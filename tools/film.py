"""Make the README's film of the running studio: `python -m tools.film` writes docs/player.gif, ten seconds of it."""

import io
import time

from PIL import Image  # comes with matplotlib
from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch

from .picture import ROOT, SIZE, studio

SECONDS = 10
PAUSE = 0.12  # s between two pictures, at least: a GIF shows no more than that well
WIDTH = 910
COLOURS = 96
BEFORE_THE_PASS = 7  # the step from which on the film is taken: the end of the forward pass


def main() -> None:
    """Take the film: the backward pass of what is seen first, told at its own pace."""
    with studio() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{address}?step={BEFORE_THE_PASS}")
        page.locator(f"[role=slider][aria-valuenow='{BEFORE_THE_PASS}']").wait_for(timeout=90_000)
        page.wait_for_timeout(1000)
        page.get_by_role("button", name="Play", exact=True).click()
        page.mouse.move(SIZE["width"] - 2, SIZE["height"] // 2)
        pictures, times = [], []
        began = time.monotonic()
        while (now := time.monotonic()) < began + SECONDS:
            pictures.append(page.screenshot(type="png"))
            times.append(now)
            page.wait_for_timeout(max(0, 1000 * (now + PAUSE - time.monotonic())))
        browser.close()
    ends = [*times[1:], began + SECONDS]
    write([small(picture) for picture in pictures], [round(1000 * (b - a)) for a, b in zip(times, ends, strict=True)])


def small(picture: bytes) -> Image.Image:
    """Return a picture as the film has it."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return image.resize((WIDTH, round(WIDTH * SIZE["height"] / SIZE["width"])), Image.Resampling.LANCZOS)


def write(images: list[Image.Image], durations: list[int]) -> None:
    """Write pictures with how long each is shown, in ms, in the colours of the first and the last ones together."""
    sheet = Image.new("RGB", (WIDTH, 3 * images[0].height))
    for place, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        sheet.paste(image, (0, place * image.height))
    palette = sheet.quantize(COLOURS)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    first.save(
        ROOT / "docs" / "player.gif", save_all=True, append_images=others, duration=durations, loop=0, optimize=True
    )


if __name__ == "__main__":
    main()
