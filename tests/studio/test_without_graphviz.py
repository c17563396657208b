"""Where Graphviz does not load: pages, recordings, the command and servers use the plain layout, and say what to install."""

import base64
import gzip
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from autograd_engine.run import program
from autograd_studio.recording import Recording
from autograd_studio.view.layout.graphviz import PACKAGES
from benchmarks.studio import Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited

SOURCE = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n(x * x).sum().backward()\n"
REMEDY = f"apt-get install {' '.join(PACKAGES)}"
ROOT = Path(__file__).parents[2]

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the wheels bring everything")


@pytest.fixture
def path(tmp_path):
    """The path of modules on a machine without the libraries that Graphviz needs."""
    package = tmp_path / "bare" / "pygraphviz"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('raise ImportError("libXrender.so.1: cannot open shared object file")\n')
    return str(package.parent)


def payload_of(page):
    """Return the payload in an exported page."""
    (saved,) = re.findall(r'id="run">([^<]+)<', page)
    return json.loads(gzip.decompress(base64.b64decode(saved)))["payload"]


@needs_linux
def test_the_command_exports_a_page(path, tmp_path):
    (tmp_path / "own.py").write_text(SOURCE)
    command = [sys.executable, "-m", "autograd_studio", "export", str(tmp_path / "own.py")]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=True, capture_output=True)
    payload = payload_of((tmp_path / "own.html").read_text(encoding="utf-8"))
    assert payload["engine"] == "layered"
    assert payload["plain"].endswith(REMEDY)


def test_a_recording_is_saved_and_shown_in_a_notebook(without_graphviz, tmp_path):
    run = Recording(program.run(SOURCE).trace, "own.py")
    saved = payload_of(run.save(tmp_path / "run.html").read_text(encoding="utf-8"))
    assert saved["engine"] == "layered"
    assert saved["plain"].endswith("pip install pygraphviz")
    assert "<svg" in str(run._repr_mimebundle_())


@needs_linux
def test_a_server_says_so_to_its_visitors_and_to_its_host(path):
    async def seen(address):
        async with Visitor(address) as visitor:
            await visitor.open("lesson=fan-out")
            return (await visitor.run(SOURCE))["payload"]

    def document():
        with urllib.request.urlopen(studio.address + "readyz", timeout=10) as answer:
            return json.load(answer)

    with Studio(PYTHONPATH=path) as studio:
        payload = awaited(seen(studio.address))
        until = time.monotonic() + 20
        while not (named := document()["faults"]) and time.monotonic() < until:
            time.sleep(0.1)
        log = studio.log()
    assert payload["engine"] == "layered"
    assert named == [payload["plain"]]
    assert log.count(REMEDY) == 1
    assert "could not be drawn" not in log


def test_the_image_installs_what_graphviz_needs():
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert f"apt-get install -y --no-install-recommends {' '.join(PACKAGES)} " in dockerfile
