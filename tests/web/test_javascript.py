"""The JavaScript: its own tests, and that the committed bundles are what its sources give."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ..support.needed import needed

ROOT = Path(__file__).parents[2]
UI = ROOT / "autograd_studio" / "web"
WRITING = [UI / "editor" / name for name in ("draft.js", "hidden.js", "writing.js")]
SOURCES = {
    "player": [*WRITING, *sorted(UI.glob("player/**/*.js"))],
    "compare": sorted(UI.glob("compare/*.js")),
    "editor": [*WRITING, UI / "editor" / "editor.js"],
    "codemirror": [UI / "editor" / "codemirror.js"],
    "ladder": sorted(UI.glob("ladder/*.js")),
}


@pytest.fixture(scope="module")
def node():
    return needed(shutil.which("node"), "node")


@pytest.fixture(scope="module")
def rebuilt(node, tmp_path_factory):
    """A folder with the bundles made anew."""
    needed((UI / "node_modules").is_dir(), "web/node_modules (`make bundles`)")
    folder = tmp_path_factory.mktemp("bundles")
    subprocess.run([node, UI / "build.js", folder], check=True)
    return folder


def test_the_javascript_tests_pass(node):
    files = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))  # newer versions of Node take no folder
    run = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr


@pytest.mark.parametrize("name", SOURCES)
def test_a_bundle_was_made_of_its_sources(name):
    """Without Node, too, a bundle that is older than its sources is noticed."""
    digest = hashlib.sha256()
    for path in sorted([*SOURCES[name], UI / "package-lock.json"]):
        digest.update(f"{path.relative_to(UI).as_posix()}\n".encode() + path.read_bytes())
    first = (UI / "bundles" / f"{name}.js").read_text(encoding="utf-8").partition("\n")[0]
    assert first.rpartition(" ")[2] == digest.hexdigest(), "run `make bundles`"


def test_the_bundles_are_what_the_sources_give(rebuilt):
    committed = {path.name: path.read_bytes() for path in (UI / "bundles").iterdir()}
    assert committed == {path.name: path.read_bytes() for path in rebuilt.iterdir()}, "run `make bundles`"


def test_the_licence_of_every_bundled_package_is_there():
    """The lock file tells what a build contains; the licences lie beside the bundle, and in the wheel."""
    packages = json.loads((UI / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    bundled = {path.removeprefix("node_modules/"): p for path, p in packages.items() if path and not p.get("dev")}
    text = (UI / "bundles" / "codemirror.LICENSE").read_text(encoding="utf-8")
    parts = re.findall(r"^([@a-z][\w@/.-]*) (\d+\.\d+\.\d+)\n\n(?:MIT License|Copyright)", text, re.MULTILINE)
    assert parts == sorted((name, package["version"]) for name, package in bundled.items())
    assert {package["license"] for package in bundled.values()} == {"MIT"}


def test_what_is_not_type_checked_is_listed():
    """tsconfig.json names the files that are not, and nothing of what is tested without a document is among them."""
    unchecked = re.findall(r'"([\w/]+\.js)"', (UI / "tsconfig.json").read_text(encoding="utf-8"))
    assert all((UI / name).is_file() for name in unchecked)
    assert not [name for name in unchecked if name.startswith(("editor/", "player/base/", "player/model/"))]
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "js").glob("*.mjs"))
    tested = set(re.findall(r'from "\.\./\.\./autograd_studio/web/([\w/]+\.js)"', tests))
    assert tested and not tested & set(unchecked)


@pytest.mark.parametrize(
    "script", [*SOURCES["player"], *SOURCES["compare"], UI / "editor" / "editor.js"], ids=lambda path: path.name
)
def test_text_never_becomes_markup(script):
    text = script.read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text)
