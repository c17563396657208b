"""Whether anything grows: `python -m benchmarks.soak [--runs 3000] [--sessions 750] [--browser-runs 500]`.

A hosted server of its own is visited by short sessions, of which some leave in the middle of a run, cancel one,
fail, or ask too often. Then one session in a real browser (Playwright and Chromium) runs program after program.
Some ten times on the way, when nobody is there, it prints what the server holds, and what the page in the browser. It
fails where a line rises: where the median of the last three looks is above that of the second to the fourth by more
than `growth.ALLOWED`. Before the first one the server's shelf is filled to the 64 MiB that it keeps.
"""

import argparse
import sys

from playwright.sync_api import sync_playwright

from .chromium import launch
from .growth import FILLING, risen, soak_browser, soak_server
from .studio import Studio


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3000, help="runs by short sessions")
    parser.add_argument("--sessions", type=int, default=750, help="how many sessions make them")
    parser.add_argument("--browser-runs", type=int, default=500, help="runs in one session; 0: without a browser")
    parser.add_argument("--filling", type=int, default=FILLING, help="runs before, which fill the shelf")
    parser.add_argument("--looks", type=int, default=10)
    options = parser.parse_args()
    rising = risen(soak_server(options.runs, options.sessions, filling=options.filling, looks=options.looks))
    if options.browser_runs:
        with sync_playwright() as playwright, Studio(AUTOGRAD_STUDIO_RUNS_PER_MINUTE="1000") as studio:
            page = launch(playwright).new_page()
            rising |= risen(soak_browser(page, studio.address, options.browser_runs, looks=options.looks))
    if rising:
        sys.exit("These rise: " + ", ".join(f"{name} by {more:.0f}" for name, more in rising.items()))
    print("Nothing rises.")


if __name__ == "__main__":
    main()
