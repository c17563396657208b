"""Places in the program: which line and which expression an instruction belongs to."""

from __future__ import annotations

import ast
from typing import Any


class Places:
    """Finds places in the text of a program."""

    def __init__(self, source: str) -> None:
        self._lines = source.encode().split(b"\n")
        self._stores = _stores(source)
        # By the id of a code object, whose own hash takes as long as it is: the object, the places of its
        # instructions, and what was found for them.
        self._codes: dict[int, tuple[Any, list[tuple], dict[int, tuple[int | None, str]]]] = {}

    def at(self, where: tuple | None) -> tuple[int | None, str]:
        """Return the line and the text of the expression at (code, instruction)."""
        if where is None:
            return None, ""
        code, instruction = where
        if id(code) not in self._codes:
            self._codes[id(code)] = code, list(code.co_positions()), {}
        _, positions, known = self._codes[id(code)]
        if instruction not in known:
            line, end_line, column, end_column = positions[instruction // 2]
            place = line, column, end_line, end_column
            known[instruction] = line, self._text(*self._stores.get(place, place))
        return known[instruction]

    def _text(self, line: int | None, column: int | None, end_line: int | None, end_column: int | None) -> str:
        if None in (line, end_line, column, end_column) or not 0 < line <= len(self._lines):
            return ""
        if line == end_line:
            piece = self._lines[line - 1][column:end_column]
        else:
            first, *middle = self._lines[line - 1 : end_line - 1]
            last = self._lines[end_line - 1][:end_column].strip()
            piece = b" ".join([first[column:].strip(), *(m.strip() for m in middle), last])
        return piece.decode(errors="replace").strip()


def _stores(source: str) -> dict[tuple, tuple]:
    """Return where each assignment to an element, a slice or an attribute is, by the place of its target, which is all that
    the instruction knows of."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    return {
        _place(target): _place(node)
        for node in _statements(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Subscript | ast.Attribute)
    }


def _statements(tree: ast.Module) -> list[ast.AST]:
    """Return a module and all blocks and statements in it, without a look at their expressions."""
    found: list[ast.AST] = [tree]
    for node in found:
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            found += getattr(node, block, ())
    return found


def _place(node: ast.AST) -> tuple:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
