"""The browser for benchmarks, tools and tests: the system's own Chromium, which asks no foreign server for anything."""

import shutil

from playwright.sync_api import Browser, Playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium() -> str | None:
    """Return where it is, None if there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def launch(playwright: Playwright) -> Browser:
    """Start it."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
