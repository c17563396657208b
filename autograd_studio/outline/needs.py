"""What a program needs beside the language: which decides where it can run, before it does."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from .reading import imported

# Files, and somebody who answers.
CALLED = frozenset({"open", "input"})


def needs(text: str) -> set[str]:
    """Return the packages that a program imports, and what of Python's `CALLED` it names; nothing of what is no program."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the parser's: the run tells them
            nodes = [*ast.walk(ast.parse(text))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    packages = {module.partition(".")[0] for node in nodes for module in imported(node)}
    return packages | (CALLED & {node.id for node in nodes if isinstance(node, ast.Name)} - {*_own(nodes)})


def _own(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the names that a program binds itself, as the `input` of a forward: they are not Python's then."""
    for node in nodes:
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name):
                yield name
