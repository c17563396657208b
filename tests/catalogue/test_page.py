"""What the page's JavaScript says: each sentence of the catalogue is said, and with the parts that it has.

That there is a sentence for each key TypeScript checks; that none stands in code, ESLint (eslint.config.js).
"""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograd_studio.catalogue import FOLDER, sentences

from ..support.needed import needed

ROOT = Path(__file__).parents[2]
PAGE = {key: sentence for path in sorted((FOLDER / "page").glob("*.toml")) for key, sentence in sentences(path).items()}
WEB = ROOT / "autograd_studio" / "web"
SCRIPTS = [
    path
    for path in sorted(WEB.rglob("*.js*"))
    if path.suffix in (".js", ".jsx") and not {"node_modules", "bundles", "words"} & set(path.relative_to(WEB).parts)
]


def said_in(script: str) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the keys that a script says, each with the names of its parts; None if they are not written there."""
    for call in re.finditer(r"\bsay\(\s*(?:\"([\w.]+)\"|`([^`]+)`)\s*(,\s*(\{)?)?", script):
        key = call[1] or call[2]
        if call[4]:
            names = set(re.findall(r"(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)", _flat(script, call.end())))
            yield key, None if "..." in _flat(script, call.end()) else names
        else:
            yield key, None if call[3] and script[call.end() : call.end() + 1] not in ")" else set()


def _flat(script: str, start: int) -> str:
    """Return what stands in braces, without what stands in further brackets or quotes in it."""
    depth, found, quote = 1, [], ""
    for sign in script[start:]:
        if quote:
            quote = "" if sign == quote else quote
            continue
        if sign in "\"'`":
            quote = sign
            found.append("0")
            continue
        depth += (sign in "{([") - (sign in "})]")
        if depth == 0:
            break
        if depth == 1 and sign not in "})]":
            found.append(sign)
    return "".join(found)


def test_each_sentence_of_the_page_is_said():
    texts = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    named = set().union(*(re.findall(r"[\"']([a-z_]+(?:\.[\w-]+)+)[\"']", text) for text in texts))
    for text in texts:
        for pattern in re.findall(r"`([a-z_]+\.[^`]*\$\{[^`]*)`", text):
            pieces = re.split(r"\$\{[^}]*\}", pattern)
            named |= {key for key in PAGE if re.fullmatch(r"[\w.-]*".join(map(re.escape, pieces)), key)}
    assert sorted(key for key in PAGE.keys() - named if not key.startswith("player.")) == []  # tests/js/words.test.mjs


def test_a_sentence_of_the_page_is_said_with_its_parts():
    wrong = []
    for path in SCRIPTS:
        for key, names in said_in(path.read_text(encoding="utf-8")):
            if names is None or key not in PAGE:  # a key that is not there TypeScript finds
                continue
            forms = [PAGE[key]] if isinstance(PAGE[key], str) else [*PAGE[key].values(), "{count}"]
            needed = {part for form in forms for part in re.findall(r"\{(\w+)\}", form)}
            if not needed <= names:
                wrong.append(f"{path.relative_to(ROOT)}: {key} {names} {needed}")
    assert wrong == []


SPOKEN = """
export const told = "The run was cancelled.";
export const asked = (name) => `Wait for ${name} to finish.`;
export const Button = () => <button>Run this program</button>;
export const Link = () => <a title="Copy the link">Copy</a>;
"""
SAID = """
import { say } from "../words/words.js";
export const told = say("shell.skip", { name: "a b" });
export const Box = () => <kbd class="one two">Esc</kbd>;
"""


@pytest.mark.parametrize(("script", "lines"), [(SPOKEN, {2, 3, 4, 5}), (SAID, set())])
def test_eslint_finds_a_sentence_in_a_script(script, lines):
    eslint = needed(
        (WEB / "node_modules").is_dir() and WEB / "node_modules/.bin/eslint", "web/node_modules (`make bundles`)"
    )
    command = [eslint, "-c", WEB / "eslint.config.js", "--stdin", "--stdin-filename", WEB / "shell/x.jsx", "-f", "json"]
    done = subprocess.run(command, input=script, cwd=ROOT, capture_output=True, text=True)
    (found,) = json.loads(done.stdout)
    assert {one["line"] for one in found["messages"] if one["ruleId"] == "no-restricted-syntax"} == lines
