"""No file imports itself, however long the way round, be it inside a function or for an annotation.

`lint-imports` compares the modules that lie beside each other in a package. This compares all files, so a package with its
own modules too. Which packages there are and which imports are allowed, pyproject.toml says, to both.
"""

import ast
import tomllib
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
PACKAGES = [*LINTER["root_packages"], "benchmarks", "op_table", "tools"]
ALLOWED = next(contract["ignore_imports"] for contract in LINTER["contracts"] if contract["id"] == "no-circles")

Graph = dict[str, set[str]]


def graph_of(root: Path, packages: list[str]) -> Graph:
    """Return which files import which, by the names of their modules."""
    paths = [
        path for package in packages for path in (root / package).rglob("*.py") if "node_modules" not in path.parts
    ]
    files = {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {module: set(_imported(module, path, files)) for module, path in files.items()}


def _imported(module: str, path: Path, files: dict[str, Path]) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:  # a module, or what the source itself defines
                found = next((name for name in (f"{source}.{alias.name}", source) if name in files), None)
                if found is not None:
                    yield found


def circles(graph: Graph) -> list[list[str]]:
    """Return the files that import themselves, those together that import each other."""
    reached = {module: _reached(graph, module) for module in graph}
    found = {frozenset(m for m in reached[module] if module in reached[m]) for module in graph}
    return sorted(sorted(circle) for circle in found if circle)


def _reached(graph: Graph, start: str) -> set[str]:
    found, waiting = set(), [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_nothing_imports_itself_but_what_is_listed():
    graph = graph_of(ROOT, PACKAGES)
    assert {module.partition(".")[0] for module in graph} == set(PACKAGES)
    assert circles({m: {other for other in graph[m] if f"{m} -> {other}" not in ALLOWED} for m in graph}) == []


def test_what_is_listed_would_be_a_circle():
    graph = graph_of(ROOT, PACKAGES)
    circular = [set(circle) for circle in circles(graph)]
    for line in ALLOWED:
        module, imported = line.split(" -> ")
        assert imported in graph[module], line
        assert any({module, imported} <= circle for circle in circular), line


def test_circles_are_found_wherever_the_import_is(tmp_path):
    sources = {
        "p/__init__.py": "from .own import x",
        "p/own.py": "from . import name",
        "p/one.py": "def f():\n    from p import other",
        "p/other.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import p.one",
        "p/free.py": "from .one import y",
    }
    (tmp_path / "p").mkdir()
    for name, text in sources.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert circles(graph_of(tmp_path, ["p"])) == [["p", "p.own"], ["p.one", "p.other"]]
