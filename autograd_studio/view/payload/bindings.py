"""Bindings: which names a line of the program binds, and from which step on which box holds what they name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from autograd_engine.trace.schema import Trace
from autograd_studio.why.source.syntax import walk

from ..picture.picture import Picture
from ..picture.tracks import Tracks
from ..schema import Binding, Bound

MOST_NAMES = 6  # of one line


@dataclass(frozen=True)
class _Statement:
    """A statement that binds names, and its last line."""

    last: int
    names: frozenset[str]


Statements = dict[int | None, list[_Statement]]


def bindings(trace: Trace, picture: Picture, tracks: list[Tracks]) -> list[Binding]:
    """Return the bindings in the order of lines; each entry holds until the next one.

    A line of several rows is told by its last one. A tensor that is written in place stays with its name.
    """
    found: dict[tuple[int, str], list[Bound]] = {}
    holders: dict[int, list[tuple[int, str]]] = {}  # where a tensor is shown, by identity
    statements = _statements(trace.source)
    for t, tensor in enumerate(trace.tensors):
        box = picture.of_tensor[t]
        shown = tracks[box].status.entries
        if not shown:
            continue
        held = [key for key in holders.get(tensor.identity, ()) if found[key][-1].box != box]
        bound = _bound(statements, tensor.line, tensor.names)
        if bound is not None and bound not in held:
            held.append(bound)
            holders.setdefault(tensor.identity, []).append(bound)
        for key in held:
            found.setdefault(key, []).append(Bound(shown[0][0], box))
    lines = sorted(found.items(), key=lambda item: item[0][0])
    return _few([Binding(line, name, entries) for (line, name), entries in lines])


def _few(found: list[Binding]) -> list[Binding]:
    """Return no more than so many bindings of each line: a comprehension may make hundreds of tensors."""
    count: dict[int, int] = {}
    kept = []
    for binding in found:
        count[binding.line] = count.get(binding.line, 0) + 1
        if count[binding.line] <= MOST_NAMES:
            kept.append(binding)
    return kept


def _bound(statements: Statements, line: int | None, names: list[str]) -> tuple[int, str] | None:
    """Return the line and the name by which the statement in a line binds a tensor of these names."""
    for statement in statements.get(line, ()):
        for name in names:
            if statement.names.intersection(name.split(".")):
                return statement.last, name
    return None


@lru_cache(1)  # chapters are parts of the same program
def _statements(source: str) -> Statements:
    """Return the statements that bind names by the lines that they stand in; none where the text is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: Statements = {}
    for node in walk(tree):
        targets, last = _targets(node)
        names = frozenset(name for target in targets for name in _names(target))
        if names:
            for line in range(node.lineno, last + 1):
                found.setdefault(line, []).append(_Statement(last, names))
    return found


def _targets(node: ast.AST) -> tuple[list[ast.expr], int]:
    """Return what a statement binds, and the line where it ends, of a compound one its head."""
    match node:
        case ast.Assign(targets=targets):
            return targets, node.end_lineno or node.lineno
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return [target], node.end_lineno or node.lineno
        case ast.For(target=target, iter=over):
            return [target], over.end_lineno or node.lineno
        case ast.With(items=items):
            last = items[-1].context_expr.end_lineno or node.lineno
            return [item.optional_vars for item in items if item.optional_vars], last
    return [], 0


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
        case ast.Subscript(value=owner) | ast.Starred(value=owner):
            yield from _names(owner)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _names(part)
