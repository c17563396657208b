"""Every sentence that a user may read stands in the catalogue, once, and is said with the parts that it has.

A sentence in code is a text of two words or more that begins with a capital letter or ends with a full stop or the like.
Who has to leave one in a file says in `NOT_FOR_USERS` why. Sentences in JavaScript are ESLint's business
(eslint.config.js), and what the page says that of test_page.py.
"""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from autograd_studio.catalogue import FOLDER, sentences

ROOT = Path(__file__).parents[2]
FILES = [
    path
    for folder in ("autograd_engine", "autograd_studio", "pages")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts and "lessons" not in path.parts[-3:-2]  # the programs of lessons
] + [ROOT / "app.py", ROOT / "server.py"]

SENTENCES = {key: sentence for path in sorted(FOLDER.glob("*.toml")) for key, sentence in sentences(path).items()}
TABLES = {key.rpartition(".")[0] for key in SENTENCES}

NOT_FOR_USERS = {
    "autograd_engine/*": "PyTorch's messages, and what the engine says in their place; it knows nothing of the studio",
    "autograd_studio/lessons/opening.py": "a lesson that nobody sees",
    "autograd_studio/sandbox/child/memory_files.py": "Python's own message",
    "autograd_studio/sandbox/child/program.py": "how the kernel and PyTorch word what they refuse",
    "autograd_studio/sandbox/lock/memory.py": "for the host",
    "autograd_studio/sandbox/processes/zygote.py": "for the host",
    "autograd_studio/view/narration/phases.py": "PyTorch's messages, by which they are recognized",
    "autograd_studio/web/metrics.py": "for the host",
    "autograd_studio/web/offline/__init__.py": "the name of a font",
    "autograd_studio/web/server/seats.py": "for the log",
    "autograd_studio/web/server/window.py": "for the host",
    "autograd_studio/why/pastes/pastes.py": "PyTorch's message, and names that are imported",
    "autograd_studio/why/rules/errors/*.py": "PyTorch's messages, by which they are recognized",
}


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines and texts of a file but for docstrings; of f-strings with `x` for what is put in."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in docstrings | pieces:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(str(p.value) if isinstance(p, ast.Constant) else "x" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def is_sentence(text: str) -> bool:
    """Return whether a text looks like one that somebody is to read."""
    text = text.strip()
    has_words = re.search(r"[A-Za-z]{2,}[,;:’'\")]* +(\w|[(`'\"])", text) is not None
    is_code = re.search(r"[<>{}\\]|\w\.\w+\(|^(import|from|class|def) ", text) is not None
    return has_words and not is_code and re.match(r"[A-Z]\w* |.*[.?!…]$", text, re.DOTALL) is not None


def found_in(text: str) -> list[tuple[int, str]]:
    """Return the sentences in a Python file."""
    return [(line, said) for line, said in literals(ast.parse(text)) if is_sentence(said)]


# ---- what is said


def calls(tree: ast.AST) -> Iterator[tuple[list[str], ast.Call]]:
    """Yield the calls of say() whose keys stand in them, of which it is one or, by a condition, one of two."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            asked = node.args[0]
            keys = [asked.body, asked.orelse] if isinstance(asked, ast.IfExp) else [asked]
            if all(isinstance(key, ast.Constant) for key in keys):
                yield [key.value for key in keys], node


def parts_of(key: str) -> set[str]:
    """Return the parts that a sentence is said with."""
    sentence = SENTENCES[key]
    forms = [sentence] if isinstance(sentence, str) else [*sentence.values(), "{count}"]
    return {part for form in forms for part in re.findall(r"\{(\w+)\}", form)}


def keys_in(tree: ast.AST) -> set[str]:
    """Return the keys that a file names, those of which it puts the end together included."""
    found = {text for _, text in literals(tree) if text.rpartition(".")[0] in TABLES and not text.endswith(".x")}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w+" for p in node.values)
            pattern = re.compile("".join(parts))
            found |= {key for key in SENTENCES if pattern.fullmatch(key)}
    return found


TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}


def test_each_sentence_is_said_and_each_that_is_said_is_there():
    named = set().union(*map(keys_in, TREES.values()))
    assert sorted(named - SENTENCES.keys()) == []
    assert sorted(SENTENCES.keys() - named) == []


def test_a_sentence_is_said_with_its_parts():
    wrong = []
    for path, tree in TREES.items():
        for keys, call in calls(tree):
            given = {keyword.arg for keyword in call.keywords}
            needed = set().union(*map(parts_of, keys))
            is_open = None in given  # **parts
            if not (given - {None} <= needed if is_open else given == needed):
                wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}: {keys} {given} {needed}")
    assert wrong == []


# ---- what stands in code


def said_in_code() -> dict[str, list[tuple[int, str]]]:
    """Return the sentences that stand in files, by the names of these."""
    found = {path.relative_to(ROOT).as_posix(): found_in(path.read_text(encoding="utf-8")) for path in FILES}
    return {name: said for name, said in found.items() if said}


def test_no_sentence_stands_in_code():
    files = said_in_code()
    ours = {name for name in files if not any(fnmatch(name, pattern) for pattern in NOT_FOR_USERS)}
    assert [f"{name}:{line}: {text}" for name in sorted(ours) for line, text in files[name]] == []
    assert [pattern for pattern in NOT_FOR_USERS if not any(fnmatch(name, pattern) for name in files)] == []


@pytest.mark.parametrize(
    "code",
    [
        'message = "The run was cancelled."',
        'told = f"Line {line} uses {name}."',
        'st.button("Run this program")',
        "raise Refused(f'{name} is too long.')",
    ],
)
def test_a_sentence_in_code_would_be_found(code):
    assert found_in(code)


@pytest.mark.parametrize(
    "code",
    [
        '"""What it does."""',
        'say("why.dead.told", name="x y")',
        'open("x y")',
        "re.match(r'a (b) c', x)",
        'x = "import torch"',
    ],
)
def test_other_text_is_left_alone(code):
    assert found_in(code) == []
