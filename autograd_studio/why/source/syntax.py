"""Syntax: texts as syntax trees."""

from __future__ import annotations

import ast
from functools import lru_cache

_DEEPEST = 100  # nested expressions and statements: ast.unparse calls itself a few times for each


def parsed(text: str) -> ast.Module:
    """Return the syntax tree of a text; one that is no Python, or too deep to be written out again, is empty."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    return ast.Module([], [])


@lru_cache(1024)  # each iteration of a loop makes tensors of the same texts
def normal(text: str) -> str:
    """Return a text as ast.unparse writes it; as it is if it is no Python."""
    return ast.unparse(parsed(text.strip())) or text


def is_false(node: ast.expr) -> bool:
    """Return whether an expression is the constant False."""
    return isinstance(node, ast.Constant) and node.value is False
