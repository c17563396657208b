"""Modes: the places of a program that switch recording off."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .syntax import is_false

_OFF = {"no_grad", "inference_mode"}


@dataclass(frozen=True)
class Mode:
    """A place that switches recording off: its name and line, the lines that it holds for, and what they assign to."""

    name: str
    line: int
    first: int
    last: int
    names: set[str]

    def holds(self, line: int | None, names: list[str]) -> bool:
        """Return whether it certainly holds where a line makes what is called `names`."""
        return line is not None and (self.first <= line <= self.last or bool(self.names.intersection(names)))


class Modes:
    """The places of a syntax tree, given by all its nodes, that switch recording off."""

    def __init__(self, nodes: list[ast.AST]) -> None:
        self._nodes = nodes

    def switched_off(self, line: int | None, names: set[str]) -> Mode | None:
        """Return what keeps `line` from being recorded; None if the text does not show it.

        A line of a function or a Module may run inside of a block that is elsewhere: the one that assigns to one of `names`,
        what the results are called later, or the only one there is.
        """
        around = [mode for mode in self._modes if line is not None and mode.first <= line <= mode.last]
        if around:
            return max(around, key=lambda mode: mode.first)
        calling = [mode for mode in self._modes if mode.names & names]
        return calling[0] if calling else self._modes[0] if len(self._modes) == 1 else None

    @cached_property
    def _modes(self) -> list[Mode]:
        """The places that switch recording off."""
        found = []
        on = [line for node in self._nodes for line in _switches_on(node)]
        for node in self._nodes:
            for name, line, first, last in _modes(node):
                end = min((at for at in on if at > line), default=last) if isinstance(node, ast.Expr) else last
                found.append(Mode(name, line, first, end, self._assigned_in(first, end)))
        return found

    def _assigned_in(self, first: int, last: int) -> set[str]:
        return {node.id for node in self._stores if first <= node.lineno <= last}

    @cached_property
    def _stores(self) -> list[ast.Name]:
        nodes = (node for node in self._nodes if isinstance(node, ast.Name))
        return [node for node in nodes if isinstance(node.ctx, ast.Store)]


def _modes(node: ast.AST) -> Iterator[tuple[str, int, int, int]]:
    """Yield the modes without recording that a node of the tree enters: the name, its line, and which lines it holds for."""
    if isinstance(node, ast.With):
        for item in node.items:
            mode = _mode(item.context_expr)
            if mode:
                yield mode, item.context_expr.lineno, node.lineno, node.end_lineno or node.lineno
    elif isinstance(node, ast.FunctionDef):
        for decorator in node.decorator_list:
            mode = _mode(decorator)
            if mode:
                yield mode, decorator.lineno, node.lineno, node.end_lineno or node.lineno
    elif (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and is_false((*node.value.args, None)[0])
        and _mode(node.value)
    ):
        yield "no_grad", node.lineno, node.lineno, 1 << 30


def _switches_on(node: ast.AST) -> Iterator[int]:
    """Yield the line of a statement that switches recording on again."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.args:
        function, argument = ast.unparse(node.value.func), node.value.args[0]
        if function.endswith("set_grad_enabled") and not is_false(argument):  # or may do so
            yield node.lineno


def _mode(node: ast.expr) -> str | None:
    call = node.func if isinstance(node, ast.Call) else node
    name = call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""
    if name == "set_grad_enabled" and isinstance(node, ast.Call) and node.args:
        return None if isinstance(node.args[0], ast.Constant) and node.args[0].value else "no_grad"
    return name if name in _OFF else None
