"""The wheel: what a user gets with pip is a studio that runs, and nothing of this folder is required for it."""

import os
import re
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

from autograd_studio.version import VERSION

from ..browser.conftest import free_port

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "autograd_studio" / "catalogue" / "en"
WEB = "autograd_studio/web/"
PROGRAM = "import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x.detach() * 2\nprint(y)\n"

RUN_LOCKED = """
from autograd_studio import sandbox
from autograd_studio.answering.request import Request
print(sandbox.run(Request("print(6 * 7)")).stdout)
"""

pytestmark = pytest.mark.thorough


def build(folder, *options):
    command = [sys.executable, "-m", "build", *options, "-o", folder, ROOT]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel as `make package` builds it: from the sdist."""
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return how to call the Python that has the wheel: as pip would unpack it, beside this environment's packages."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return {"cwd": tmp_path_factory.mktemp("elsewhere"), "env": environment, "text": True}


def printed(installed, *arguments, status=0):
    done = subprocess.run([sys.executable, *arguments], **installed, stdout=subprocess.PIPE)
    assert done.returncode == status
    return done.stdout


def test_what_is_in_it(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "autograd_engine",
        "autograd_studio",
    }
    assert not [name for name in names if "node_modules" in name or "tests" in name or name.endswith(".ts")]
    assert any(name.endswith("licenses/autograd_studio/web/bundles/codemirror.LICENSE") for name in names)
    for package in ("autograd_engine", "autograd_studio"):
        assert f"{package}/py.typed" in names
    assert {f"autograd_studio/catalogue/en/{path.name}" for path in CATALOGUE.glob("*.toml")} <= set(names)
    web = {name.removeprefix(WEB) for name in names if name.startswith(WEB) and not name.endswith(".py")}
    assert {name for name in web if not name.startswith("bundles/")} == {
        "ground.css",
        "icon.svg",
        "offline/page.html",
        "site/missing.html",
        "site/page.html",
        *(f"previews/pictures/{path.name}" for path in (ROOT / WEB / "previews/pictures").iterdir()),
    }
    assert {name for name in web if name.startswith("bundles/")} == {
        f"bundles/{path.name}" for path in (ROOT / WEB / "bundles").iterdir()
    }
    catalogue = {path.relative_to(ROOT).as_posix() for path in (ROOT / "autograd_studio/catalogue").rglob("*.toml")}
    assert catalogue and catalogue <= set(names)
    for folder in ("autograd_engine", "autograd_studio", "pages"):
        place = folder if folder in tops else f"autograd_studio/studio/{folder}"
        modules = {str(path.relative_to(ROOT / folder)) for path in (ROOT / folder).rglob("*.py")}
        assert modules - {name.removeprefix(f"{place}/") for name in names} - of_node(folder) == set()


def test_the_sdist_gives_the_wheel_of_the_checkout(wheel, tmp_path):
    assert contents(wheel) == contents(build(tmp_path, "--wheel"))


def contents(wheel):
    archive = zipfile.ZipFile(wheel)
    return {name: archive.read(name) for name in archive.namelist()}


def test_the_version_is_in_one_place(wheel):
    assert wheel.name == f"autograd_studio-{VERSION}-py3-none-any.whl"
    paths = [path for path in ROOT.glob("autograd_*/**/*.py") if f'"{VERSION}"' in path.read_text(encoding="utf-8")]
    assert paths == [ROOT / "autograd_studio" / "version.py"]


def of_node(folder):
    return {str(path.relative_to(ROOT / folder)) for path in (ROOT / folder).glob("**/node_modules/**/*.py")}


def test_the_commands(installed, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = ["-m", "autograd_studio"]
    assert printed(installed, *command, "run", tmp_path / "program.py") == "tensor(4.)\n"
    printed(installed, *command, "export", tmp_path / "program.py", "-o", tmp_path / "steps.html")
    assert (tmp_path / "steps.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "detach" in printed(installed, *command, "why", tmp_path / "program.py", "--name", "y", status=1)
    printed(installed, *command, "site", "--no-engine", "-o", tmp_path / "site")
    assert (tmp_path / "site" / "gallery" / "index.html").is_file()
    tour = Path(installed["env"]["PYTHONPATH"]) / "autograd_studio" / "lessons" / "tour.md"
    assert printed(installed, *command, "check", tour) == f"{tour}: 9 points, 1 question: all of it holds\n"


def test_a_program_runs_in_its_sandbox(installed):
    assert printed(installed, "-c", RUN_LOCKED).split() == ["42"]


def test_the_studio_starts(installed):
    port = free_port()
    command = [sys.executable, "-m", "autograd_studio", "--headless", "--port", str(port)]
    with subprocess.Popen(command, **installed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        try:
            assert any("is at http://127.0.0.1" in line for line in server.stdout), "not on loopback"
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=10) as answer:
                assert answer.read() == b"ok"
        finally:
            server.terminate()


def test_what_one_cites_is_what_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = dict(
        re.findall(r'^(\w+): "?(.*?)"?$', (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert citation["version"] == VERSION
    assert citation["abstract"] == project["description"]
    assert citation["license"] == project["license"]
