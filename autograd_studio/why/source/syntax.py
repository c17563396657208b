"""Syntax: texts as syntax trees."""

from __future__ import annotations

import ast
from functools import cache, lru_cache

_DEEPEST = 100  # nested expressions and statements: ast.unparse calls itself a few times for each
_SHORT = _DEEPEST // 2  # characters: a level takes one

# Fields that hold no node but operators and contexts, which have neither a line nor a name.
_PLAIN = {"id", "attr", "arg", "kind", "ctx", "op", "ops", "type_comment"}


def parsed(text: str) -> ast.Module:
    """Return the syntax tree of a text; one that is no Python, or too deep to be written out again, is empty."""
    return _tree(text) if len(text) <= _SHORT else nodes_of(text)[0]


def nodes_of(text: str) -> list[ast.AST]:
    """Return the nodes of the syntax tree of a text as `walk` does, the tree itself first."""
    found: list[ast.AST] = [_tree(text)]
    level = found
    for _ in range(_DEEPEST):
        level = [child for node in level for child in children(node)]
        if not level:
            return found
        found += level
    return [ast.Module([], [])]


def _tree(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


@lru_cache(1024)  # each iteration of a loop makes tensors of the same texts
def expression(text: str) -> ast.Module:
    """Return the syntax tree of an expression."""
    return parsed(text.strip())


@lru_cache(1024)
def normal(text: str) -> str:
    """Return a text as ast.unparse writes it; as it is if it is no Python."""
    return ast.unparse(expression(text)) or text


def walk(tree: ast.AST) -> list[ast.AST]:
    """Return a node and those below it, in the order of ast.walk, without operators and contexts."""
    found = [tree]
    for node in found:  # which grows
        found += children(node)
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one, without operators and contexts."""
    found: list[ast.AST] = []
    for name in _fields(type(node)):
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


@cache
def _fields(kind: type[ast.AST]) -> list[str]:
    return [] if kind is ast.Constant else [name for name in kind._fields if name not in _PLAIN]


def written(node: ast.AST) -> str:
    """Return a node as ast.unparse writes it, which takes long for a name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
        return f"{written(node.value)}.{node.attr}"
    return ast.unparse(node)


def is_false(node: ast.expr) -> bool:
    """Return whether a node is the constant False."""
    return isinstance(node, ast.Constant) and node.value is False
