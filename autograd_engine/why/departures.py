"""Departures: where numbers of tensors leave the graph through Python, as the text of a program says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from .syntax import parsed

# What leaves the graph as a plain Python or NumPy value.
_LEAVES = ("item", "tolist", "numpy")
# What makes a new leaf of the numbers it is given.
_COPIES = (
    "torch.tensor", "torch.as_tensor", "torch.FloatTensor", "torch.Tensor", "tensor", "nn.Parameter", "torch.nn.Parameter",
    "Parameter",
)  # fmt: skip
_CASTS = ("float", "int", "bool")
# What of a tensor says nothing of its numbers, or is another tensor.
_NOT_NUMBERS = {
    "shape",
    "size",
    "dtype",
    "device",
    "ndim",
    "dim",
    "numel",
    "requires_grad",
    "is_leaf",
    "grad",
    "grad_fn",
}


@dataclass(frozen=True)
class Departure:
    """A place where the numbers of the variable `name` leave the graph, by `how`: a method, a cast, "new" for a copy."""

    name: str
    how: str
    line: int


class Departures:
    """What the expressions of a syntax tree take out of the graph."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._numbers = self._python_numbers()
        self._known: dict[tuple[str, int | None], list[Departure]] = {}

    def used(self, text: str) -> list[str]:
        """Return the variables whose numbers an expression uses."""
        return list(_used(parsed(text.strip())))

    def of(self, text: str, line: int | None) -> list[Departure]:
        """Return the variables whose numbers the expression `text` takes out of the graph, itself or through Python variables."""
        if (text, line) not in self._known:
            self._known[text, line] = self._departures(text, line)
        return self._known[text, line]

    def _departures(self, text: str, line: int | None) -> list[Departure]:
        tree = parsed(text.strip())
        found = list(_departures(tree, line or 0)) + self._through_functions(tree)
        found += [replace(d, name=name) for d in found for name in self._members.get(d.name, ())]
        found.sort(key=lambda departure: departure.how in ("new", "data", "detach"))
        for name in _names(tree):
            found += [d for d in self._numbers.get(name, ()) if d not in found]
        return found

    def _through_functions(self, tree: ast.AST) -> list[Departure]:
        """Return what an expression passes to functions of the program that take numbers out of the graph."""
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        return [
            Departure(name, self._leaky[call.func.id].how, self._leaky[call.func.id].line)
            for call in calls
            if call.func.id in self._leaky
            for argument in call.args
            for name in _used(argument)
        ]

    @cached_property
    def _leaky(self) -> dict[str, Departure]:
        """The functions of the program that take numbers out of the graph, and where they do."""
        found = {}
        for node in (node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)):
            taken = [d for part in node.body for d in _departures_in_lines(part) if d.how != "new"]
            if taken:
                found[node.name] = taken[0]
        return found

    @cached_property
    def _members(self) -> dict[str, list[str]]:
        """The variables that were put into lists, by the variable of the list: `xs.append(x)`, `xs = [x, y]`."""
        found: dict[str, list[str]] = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                found.setdefault(ast.unparse(node.func.value), []).extend(n for part in node.args for n in _used(part))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.ListComp):
                for target in node.targets:
                    found.setdefault(ast.unparse(target), []).extend(_used(node.value))
        return found

    def _python_numbers(self) -> dict[str, list[Departure]]:
        """Return the variables that hold plain numbers of tensors: `v` of `v = x.item()`, and those computed with it."""
        found: dict[str, list[Departure]] = {}
        assignments = [
            node
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value
        ]
        for node in assignments:
            taken = taken_by(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and taken:
                    found.setdefault(target.id, []).extend(taken)
        return found


def taken_by(expression: ast.expr) -> list[Departure]:
    """Return what an expression takes out of the graph, other than by making a copy."""
    return [d for d in _departures(expression, expression.lineno) if d.how != "new"]


def _departures_in_lines(tree: ast.AST) -> Iterator[Departure]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from taken_by(node)


def _names(tree: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _departures(tree: ast.AST, line: int) -> Iterator[Departure]:
    """Yield what an expression takes out of the graph: `x.item()`, `float(x)`, and the x of `torch.tensor(x)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in _LEAVES:
            inner, how = [node.func.value], node.func.attr
        elif ast.unparse(node.func) in _CASTS or ast.unparse(node.func).startswith("math."):
            inner, how = node.args, "item"
        elif ast.unparse(node.func).startswith(("np.", "numpy.")):
            inner, how = node.args, "numpy"
        elif ast.unparse(node.func) in _COPIES:
            inner, how = node.args, "new"
        else:
            continue
        for part in inner:
            yield from (Departure(name, _nearer(part, how), line) for name in _used(part))


def _nearer(tree: ast.AST, how: str) -> str:
    """Return "data" or "detach" where a copy is made of what was cut off already."""
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} if how == "new" else set()
    return next((cut for cut in ("data", "detach") if cut in attributes), how)


def _used(tree: ast.AST) -> Iterator[str]:
    """Yield the variables, attributes included, whose numbers an expression uses."""
    if isinstance(tree, ast.Attribute):
        if tree.attr in _NOT_NUMBERS:
            return
        inner: ast.expr = tree
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield ast.unparse(tree)
            yield inner.id
            return
    if isinstance(tree, ast.Name):
        yield tree.id
        return
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute) and tree.func.attr in _NOT_NUMBERS:
        return
    for child in ast.iter_child_nodes(tree):
        yield from _used(child)
