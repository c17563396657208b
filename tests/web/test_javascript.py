"""The JavaScript: its own tests, and that the committed bundles are what its sources give."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from autograd_studio.catalogue import FOLDER, sentences

from ..support.needed import needed

ROOT = Path(__file__).parents[2]
UI = ROOT / "autograd_studio" / "web"
ENTRIES = {
    "codemirror": "editor/codemirror.js", "streamlit": "shell/streamlit.js", "studio": "shell/mount.jsx",
    "worker": "runner/wasm/worker.js", "site": "site/site.js", "service_worker": "site/service_worker.js",
    "unserved": "site/unserved.js",
}  # fmt: skip
IMPORT = re.compile(r'^(?:import|export)\s(?:[^;"]*?\sfrom\s)?"(\.[^"]+)"', re.MULTILINE)


def sources(entry):
    """Return the files of a bundle: its entry and what that imports."""
    found, waiting = set(), [(UI / entry).resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [(path.parent / name).resolve() for name in IMPORT.findall(path.read_text(encoding="utf-8"))]
    return found


SOURCES = {name: sources(entry) for name, entry in ENTRIES.items()}
BUNDLED = sorted(set().union(*SOURCES.values()))


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
    paths = {path.relative_to(UI).as_posix(): path for path in [*SOURCES[name], UI / "package-lock.json"]}
    for path in sorted(paths):
        digest.update(f"{path}\n".encode() + paths[path].read_bytes())
    first = (UI / "bundles" / f"{name}.js").read_text(encoding="utf-8").partition("\n")[0]
    assert first.rpartition(" ")[2] == digest.hexdigest(), "run `make bundles`"


def test_the_bundles_are_what_the_sources_give(rebuilt):
    committed = {path.name: path.read_bytes() for path in (UI / "bundles").iterdir()}
    assert committed == {path.name: path.read_bytes() for path in rebuilt.iterdir()}, "run `make bundles`"


def test_the_words_are_what_the_catalogue_gives():
    texts = {key: text for path in sorted((FOLDER / "page").glob("*.toml")) for key, text in sentences(path).items()}
    made = f"export const en = {json.dumps(texts, indent=2, ensure_ascii=False)};\n"
    assert (UI / "words" / "en.js").read_text(encoding="utf-8").partition("\n")[2] == made, "run `make bundles`"


def test_every_script_is_in_a_bundle():
    """But for what Node runs, and the ground that documents have. What only a test imports is dead."""
    paths = [path for path in UI.rglob("*") if path.suffix in (".js", ".jsx", ".css")]
    written = {path for path in paths if not {"node_modules", "bundles"} & set(path.parts)}
    assert {path.name for path in written - set(BUNDLED)} == {"build.js", "eslint.config.js", "ground.css"}


def test_the_licence_of_every_bundled_package_is_there():
    """The lock file tells what a build contains; the licences lie beside the bundle, and in the wheel."""
    packages = json.loads((UI / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    bundled = {path.removeprefix("node_modules/"): p for path, p in packages.items() if path and not p.get("dev")}
    text = "\n".join(path.read_text(encoding="utf-8") for path in (UI / "bundles").glob("*.LICENSE"))
    parts = re.findall(
        r"^([@a-z][\w@/.-]*) (\d+\.\d+\.\d+)\n\n(?:(?:The )?MIT License|Copyright|Permission|\s+Apache License)",
        text,
        re.MULTILINE,
    )
    assert sorted(parts) == sorted((name, package["version"]) for name, package in bundled.items())
    fonts = {name for name in bundled if name.startswith("@fontsource-variable/")}
    assert {bundled[name]["license"] for name in fonts} == {"OFL-1.1"}
    others = {name: bundled[name]["license"] for name in bundled.keys() - fonts}
    assert others.pop("@hpcc-js/wasm-graphviz") == "Apache-2.0"
    assert others.pop("@bjorn3/browser_wasi_shim") == "MIT OR Apache-2.0"
    assert set(others.values()) == {"MIT"}
    assert "Graphviz (Eclipse Public License 2.0)" in text


def test_what_is_not_type_checked_is_listed():
    """tsconfig.json names the files that are not, and nothing of what is tested without a document is among them."""
    unchecked = re.findall(r'"([\w/]+\.js)"', (UI / "tsconfig.json").read_text(encoding="utf-8"))
    assert all((UI / name).is_file() for name in unchecked)
    assert not [name for name in unchecked if not name.startswith("player/")]
    assert not [name for name in unchecked if name.startswith(("player/base/", "player/model/"))]
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "js").glob("*.mjs"))
    tested = set(re.findall(r'from "\.\./\.\./autograd_studio/web/([\w/]+\.jsx?)"', tests))
    assert tested and not tested & set(unchecked)


def test_text_never_becomes_markup():
    """Only the player's skeleton, a file of its own, is written as markup."""
    ways = r"(?i:innerHTML|outerHTML|insertAdjacentHTML|setHTML|createContextualFragment|DOMParser|srcdoc)"
    found = {
        path.name: line.strip()
        for path in BUNDLED
        if path.suffix in (".js", ".jsx")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(rf"{ways}|document\.write|\beval\b|new Function", line)
    }
    assert found == {"player.js": "host.innerHTML = markup;"}
    assert 'import markup from "./player.html";' in (UI / "player" / "player.js").read_text(encoding="utf-8")


def test_no_state_of_a_part_is_styled_wherever_its_name_stands():
    """A class that is put on and taken off, alone in a selector, would also be that of another part."""
    states = set()
    for script in (UI / "player").rglob("*.js"):
        states |= set(re.findall(r'classList\.(?:toggle|add)\(\s*"([\w-]+)"', script.read_text(encoding="utf-8")))
    assert {"stale", "playing", "idle"} <= states
    alone = re.compile(rf"(?:^|[,{{}};])\s*\.({'|'.join(sorted(states))})\s*(?=[,{{])", re.MULTILINE)
    for style in (UI / "player").rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not alone.findall(text), style.name


def test_no_style_of_a_part_hangs_on_what_all_of_the_player_holds():
    """Such a `:has()` has a browser find the style of a thousand boxes anew at each step."""
    held = re.compile(r"\.(?:player|work|stage|world|boxes)\S*:has\(")
    for style in (UI / "player").rglob("*.css"):
        assert not held.findall(style.read_text(encoding="utf-8")), style.name
