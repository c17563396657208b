"""A site in Firefox: programs run in its pages as they do natively."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from autograd_studio.web.site import make
from benchmarks.road import SEED

from ...page.test_answers import natively, program
from ...support import built_module
from ...support.deep_graphs import DEEP
from ...support.needed import needed
from .conftest import SECONDS
from .test_site import serving

pytestmark = pytest.mark.nightly

SCRIPT = Path(__file__).parents[2] / "support" / "in_firefox.mjs"


class Firefox:
    """A window of Firefox, which does what it is told."""

    def __init__(self, process):
        self._process = process

    def __call__(self, what, given=None):
        self._process.stdin.write(json.dumps([what, given]) + "\n")
        self._process.stdin.flush()
        came, fault = json.loads(self._process.stdout.readline())
        assert fault is None, f"{what}: {fault}"
        return came


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with a site that runs programs, two folders below the root."""
    root = tmp_path_factory.mktemp("in_firefox")
    make(root / "school" / "grad", built_module.module())
    (index,) = root.glob("school/grad/studio/module-*.json")
    told = json.loads(index.read_text())
    index.write_text(json.dumps({**told, "hard_seconds": SECONDS}))  # a busy machine takes its time
    return root


@pytest.fixture(scope="session")
def window():
    """One window for all tests; it fails at the end if a page reported an error."""
    found = needed(shutil.which("firefox-esr") or shutil.which("firefox"), "Firefox")
    command = [built_module.node(), SCRIPT, found]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        firefox = Firefox(process)
        yield firefox
        assert firefox("faults") == []
        process.stdin.close()


@pytest.fixture(scope="session")
def firefox(window, folder):
    """The window, with a page that can run programs."""
    with serving(folder) as address:
        window("open", address)
        yield window


def test_a_program_has_its_graph_and_its_gradients(firefox, monkeypatch):
    source = SEED.format("mine", "mine")
    assert firefox("run", source) == natively(monkeypatch, program(source, part="beginning"))
    firefox("press", "End")
    names = firefox("labels")
    assert any(name.startswith("mine, ") for name in names)
    assert any(name.startswith("x, leaf") and "0.0002" in name for name in names)


def test_a_graph_of_10_000_nodes_is_run(firefox):
    told = firefox("run", DEEP["a chain"].format(n=10_000))
    assert (told["status"], told["printed"]["stdout"]) == ("ok", "torch.Size([2])\n")
