"""How a sentence of the catalogue is said: the same in Python as in the browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from autograd_studio import catalogue
from autograd_studio.catalogue import say, sentences

from ..support.needed import needed

WORDS = Path(__file__).parents[2] / "autograd_studio" / "web" / "words" / "words.js"
TABLE = """
plain = "Nothing"
part = "{name} is a leaf, {name}."
code = "a dict {} or {'a': 1} of {name}, a } alone and {a.b}"

[inner.most]
count = {one = "{count} step", other = "{count} steps"}
"""
SAID = [
    ("some.plain", {}, "Nothing"),
    ("some.part", {"name": "x"}, "x is a leaf, x."),
    ("some.part", {"name": "{name}"}, "{name} is a leaf, {name}."),
    ("some.code", {"name": "d"}, "a dict {} or {'a': 1} of d, a } alone and {a.b}"),
    ("some.inner.most.count", {"count": 1}, "1 step"),
    ("some.inner.most.count", {"count": 0}, "0 steps"),
    ("some.inner.most.count", {"count": 2}, "2 steps"),
]


@pytest.fixture
def table(tmp_path, monkeypatch):
    """The sentences of a file that is not the studio's, which `say` knows for the time of a test."""
    path = tmp_path / "some.toml"
    path.write_text(TABLE)
    found = sentences(path)
    for key, sentence in found.items():
        monkeypatch.setitem(catalogue._FORMS, key, catalogue._form(sentence))
    return found


@pytest.mark.parametrize(("key", "parts", "text"), SAID)
def test_a_sentence_has_its_parts(table, key, parts, text):
    assert say(key, **parts) == text


@pytest.mark.parametrize(("key", "parts"), [("some.part", {}), ("some.inner.most.count", {}), ("some.other", {})])
def test_what_is_missing_is_an_error(table, key, parts):
    with pytest.raises(KeyError):
        say(key, **parts)


def test_the_browser_says_the_same(table, tmp_path):
    shutil.copy(WORDS, tmp_path / "words.mjs")
    said = tmp_path / "words.mjs"
    said.write_text(said.read_text().replace("./en.js", "./en.mjs"))
    (tmp_path / "en.mjs").write_text(f"export const en = {json.dumps(table)};")
    asked = json.dumps([[key, parts] for key, parts, _ in SAID])
    program = f'import {{ say }} from "./words.mjs"; console.log(JSON.stringify({asked}.map((a) => say(...a))))'
    (tmp_path / "asked.mjs").write_text(program)
    done = subprocess.run(
        [needed(shutil.which("node"), "node"), tmp_path / "asked.mjs"], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [text for _, _, text in SAID]
