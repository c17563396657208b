"""The player's Python side: the script it sends, and what travels with it."""

import gzip
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from graph_view import packed
from ui.player import parcel
from ui.player.modules import joined

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "ui" / "player"


@pytest.fixture(scope="module")
def node():
    """The path of Node.js. It is needed for tests alone, so without it they are skipped, but not in CI."""
    found = shutil.which("node")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("node is missing", pytrace=False)
        pytest.skip("node is missing")
    return found


def test_the_javascript_tests_pass(node):
    run = subprocess.run([node, "--test", "tests/js"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr


def test_the_joined_script_is_one_valid_module(node, tmp_path):
    script = tmp_path / "player.mjs"
    script.write_text(joined(FOLDER, "player.js"), encoding="utf-8")
    run = subprocess.run([node, "--check", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_every_module_is_joined_and_no_import_is_left():
    script = joined(FOLDER, "player.js")
    modules = {path.name for path in FOLDER.glob("*.js")} - {"player.js"}
    assert set(re.findall(r'^modules\["(.+?)"\] = ', script, re.MULTILINE)) == modules
    assert not re.findall(r"^(import|export (?!default)).*", script, re.MULTILINE)


def test_joining_keeps_names_of_modules_apart(node, tmp_path):
    (tmp_path / "a.js").write_text("const secret = 1;\nexport const a = secret;\n")
    (tmp_path / "b.js").write_text(
        'import { a } from "./a.js";\n\nconst secret = 10;\nexport function b() {\n  return a + secret;\n}\n'
    )
    (tmp_path / "main.js").write_text(
        'import { a } from "./a.js";\nimport { b } from "./b.js";\n\nexport default function main() {\n'
        "  return [a, b()];\n}\n"
    )
    (tmp_path / "joined.mjs").write_text(joined(tmp_path, "main.js") + "console.log(JSON.stringify(main()));\n")
    run = subprocess.run([node, tmp_path / "joined.mjs"], capture_output=True, text=True)
    assert json.loads(run.stdout) == [1, 11]


def test_text_never_becomes_markup():
    script = joined(FOLDER, "player.js")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", script)


def test_the_skeleton_has_no_words_of_its_own():
    text = re.sub(r"<[^>]*>", " ", (FOLDER / "player.html").read_text(encoding="utf-8"))
    assert not re.findall(r"\w{2,}", text), "words come from words.js, where they can be translated"


def test_a_parcel_is_a_head_and_the_packed_payload():
    payload = {"id": "x", "text": "größe\n", "number": "NaN"}
    head, _, body = parcel(payload, step=3, height="40em", link=None).partition(b"\n")
    head = json.loads(head)
    assert (head["step"], head["height"], head["link"]) == (3, "40em", None)
    assert json.loads(gzip.decompress(body)) == payload


def test_the_identity_is_that_of_the_payload_alone():
    payload = {"id": "same"}
    first, again = parcel(payload, step=1), parcel(packed(payload), step=2)
    other = parcel({"id": "y"}, step=1)

    def identity(made):
        return json.loads(made.partition(b"\n")[0])["id"]

    assert identity(first) == identity(again) != identity(other)


def test_a_payload_with_a_nan_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        parcel({"id": "n", "number": float("nan")}, step=1)


def _page():
    from ui.player import player

    player({"id": "page", "steps": []}, key="player", step=2)


def test_a_page_mounts_it():
    page = AppTest.from_function(_page).run()
    assert not page.exception
    sent = page.get("bidi_component")[0].proto.bytes
    assert json.loads(sent.partition(b"\n")[0])["step"] == 2
