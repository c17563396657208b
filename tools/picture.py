"""Take the README's picture of the running studio: `python -m tools.picture` writes docs/player.png."""

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
SIZE = {"width": 1600, "height": 760}
STEP = 21  # a gradient is on its way, another one has arrived


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
    """Open the first lesson at `STEP` and take the picture."""
    with studio() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{address}?step={STEP}")
        page.get_by_role("slider", name="Step", exact=True).wait_for()
        page.locator(".cm-content").wait_for()
        page.wait_for_timeout(2000)  # until the gradient has travelled
        page.screenshot(path=ROOT / "docs" / "player.png")
        browser.close()


if __name__ == "__main__":
    main()
