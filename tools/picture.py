"""Take the picture of the running studio in docs/player.md: `python -m tools.picture` writes docs/player.png."""

import os
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch

ROOT = Path(__file__).parent.parent
SIZE = {"width": 1366, "height": 768}
STEP = 10  # at which a product sends the gradient of its factors


@contextmanager
def studio():
    """Run the studio on a free port and yield its address."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    environment = {**os.environ, "AUTOGRAD_STUDIO_LOCAL": "1"}
    server = subprocess.Popen([*command, "--server.port", str(port)], cwd=ROOT, env=environment)
    address = f"http://127.0.0.1:{port}/"
    try:
        while server.poll() is None:
            try:
                urlopen(f"{address}_stcore/health").close()
                break
            except URLError:
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Take the picture of what is seen first."""
    with studio() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=SIZE)
        page.goto(address)
        page.locator(f"[role=slider][aria-valuenow='{STEP}']").wait_for(timeout=90_000)  # the run is told
        page.wait_for_timeout(350)  # until the gradient is on its way
        page.screenshot(path=ROOT / "docs" / "player.png")
        browser.close()


if __name__ == "__main__":
    main()
