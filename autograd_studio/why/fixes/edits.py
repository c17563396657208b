"""Edits: a program with pieces of its text replaced, and lines put in, at places that its syntax tree names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TypeVar

from ..source.syntax import parsed

Node = TypeVar("Node", bound=ast.AST)


class Edits:
    """The text of a program, and what is to be replaced in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = parsed(text)
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self._replaced: list[tuple[int, int, str]] = []

    # ---- places

    def at(self, line: int, column: int) -> int:
        """Return the position of a place; columns of syntax trees count bytes."""
        before = self._lines[line - 1].encode()[:column] if line <= len(self._lines) else b""
        return self._starts[line - 1] + len(before.decode(errors="ignore"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node begins and ends."""
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def source(self, node: ast.AST) -> str:
        """Return the text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def nodes(
        self, kind: type[Node], line: int | None, is_meant: Callable[[Node], bool] = lambda _: True
    ) -> list[Node]:
        """Return the nodes of a kind that a line lies in."""
        return [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, kind) and line is not None and node.lineno <= line <= node.end_lineno and is_meant(node)
        ]

    def only(
        self, kind: type[Node], line: int | None, is_meant: Callable[[Node], bool] = lambda _: True
    ) -> Node | None:
        """Return the node of a kind that a line lies in, None if there are several or none."""
        found = self.nodes(kind, line, is_meant)
        return found[0] if len(found) == 1 else None

    def bodies(self) -> Iterator[list[ast.stmt]]:
        """Yield all blocks of statements."""
        for node in ast.walk(self.tree):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    yield block

    def statement(self, line: int | None) -> ast.stmt | None:
        """Return the innermost statement of a line, if it is alone on its lines."""
        found = [s for block in self.bodies() for s in block if line is not None and s.lineno <= line <= s.end_lineno]
        inner = max(found, key=lambda s: (s.lineno, -s.end_lineno), default=None)
        return inner if inner is not None and self.is_alone(inner) else None

    def is_alone(self, statement: ast.stmt) -> bool:
        """Return whether nothing else stands on the lines of a simple statement, but for a comment."""
        start, end = self.span(statement)
        before = self.text[self._starts[statement.lineno - 1] : start]
        after = self.text[end : self._starts[statement.end_lineno]]
        return (
            not before.strip()
            and (not after.strip() or after.strip().startswith("#"))
            and not hasattr(statement, "body")
        )

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return the block that a statement is in."""
        return next(block for block in self.bodies() if statement in block)

    def indent(self, statement: ast.stmt) -> str:
        """Return the blanks before a statement."""
        line = self._lines[statement.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    # ---- what is replaced

    def replace(self, node: ast.AST, text: str) -> Edits:
        """Replace a node."""
        return self.put(*self.span(node), text)

    def put(self, start: int, end: int, text: str) -> Edits:
        """Replace what is between two positions."""
        self._replaced.append((start, end, text))
        return self

    def before(self, statement: ast.stmt, *lines: str) -> Edits:
        """Put lines before a statement, indented as it is."""
        start = self._starts[statement.lineno - 1]
        return self.put(start, start, "".join(f"{self.indent(statement)}{line}\n" for line in lines))

    def after(self, statement: ast.stmt, *lines: str) -> Edits:
        """Put lines behind a statement, indented as it is."""
        end = self._starts[statement.end_lineno]
        text = "".join(f"{self.indent(statement)}{line}\n" for line in lines)
        return self.put(end, end, text if self.text[:end].endswith("\n") else f"\n{text}".rstrip("\n"))

    def without(self, statement: ast.stmt) -> Edits | None:
        """Leave a statement out, with its lines, unless its block would be empty."""
        if len(self.block_of(statement)) == 1:
            return None
        return self.put(self._starts[statement.lineno - 1], self._starts[statement.end_lineno], "")

    def without_line(self, line: int) -> Edits:
        """Leave a whole line out."""
        return self.put(self._starts[line - 1], self._starts[line], "")

    def under(self, statements: list[ast.stmt], header: str) -> Edits:
        """Put neighbouring statements into a block with a header."""
        first, last = statements[0], statements[-1]
        start, end = self._starts[first.lineno - 1], self._starts[last.end_lineno]
        inner = "".join(
            f"    {line}" if line.strip() else line for line in self.text[start:end].splitlines(keepends=True)
        )
        return self.put(start, end, f"{self.indent(first)}{header}\n{inner}")

    def out_of(self, block: ast.With) -> Edits:
        """Put the statements of a block in its place."""
        start, inner = self.span(block)[0], self.span(block.body[0])[0]
        if block.body[0].lineno == block.lineno:
            return self.put(start, inner, "")
        first, last = self._starts[block.lineno - 1], self._starts[block.end_lineno]
        begin = self._starts[block.body[0].lineno - 1]
        outer, depth = self.indent(block), self.indent(block.body[0])
        lines = self.text[begin:last].splitlines(keepends=True)
        return self.put(
            first, last, "".join(outer + line.removeprefix(depth) if line.strip() else line for line in lines)
        )

    def with_argument(self, call: ast.Call, argument: str) -> Edits:
        """Give a call another argument, in the place of one with the same name."""
        name = argument.partition("=")[0]
        given = next((k for k in call.keywords if k.arg == name), None)
        if given is not None:
            return self.replace(given.value, argument.partition("=")[2])
        end = self.span(call)[1] - 1
        arguments = [*call.args, *(k.value for k in call.keywords)]
        if not arguments:
            return self.put(end, end, argument)
        last = max(self.span(one)[1] for one in arguments)
        is_open = "," in self.text[last:end]
        return self.put(end, end, f" {argument}" if is_open else f", {argument}")

    def without_method(self, node: ast.Call | ast.Attribute) -> Edits:
        """Leave the tensor itself of `x.detach()` or `x.data`."""
        attribute = node.func if isinstance(node, ast.Call) else node
        return self.put(self.dot(attribute), self.span(node)[1], "")

    def dot(self, attribute: ast.Attribute) -> int:
        """Return the position of the dot of an attribute."""
        start, end = self.span(attribute.value)[1], self.span(attribute)[1]
        return start + self.text[start:end].rindex(".")

    def done(self) -> str | None:
        """Return the program as it is then, None if it is no Python any more or nothing has changed."""
        text = self.text
        for start, end, new in sorted(self._replaced, key=lambda one: one[:2], reverse=True):
            text = text[:start] + new + text[end:]
        return text if text != self.text and parsed(text).body else None
