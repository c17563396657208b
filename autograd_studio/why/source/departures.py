"""Departures: where numbers of tensors leave the graph through Python, as the text of a program says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from .syntax import children, expression, walk, written

# What leaves the graph as a plain Python or NumPy value.
_LEAVES = ("item", "tolist", "numpy")
# What makes a new leaf of the numbers it is given.
_COPIES = (
    "torch.tensor", "torch.as_tensor", "torch.FloatTensor", "torch.Tensor", "tensor", "nn.Parameter", "torch.nn.Parameter",
    "Parameter", "Variable", "autograd.Variable", "torch.autograd.Variable",
)  # fmt: skip
_CASTS = ("float", "int", "bool")
_ADDING = ("append", "extend", "insert", "add")  # methods that put something into a collection
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

_LETTER = re.compile(r"[^\W\d]")


@dataclass(frozen=True)
class Departure:
    """A place where numbers leave the graph, by `how`: a method, a cast, "new" for a copy.

    They are those of `name`, a variable or an expression that was computed in line `made`; `taken` is all that is taken there.
    """

    name: str
    how: str
    line: int
    made: int | None = None
    taken: str = ""

    @property
    def is_literal(self) -> bool:
        """Whether the numbers stand in the program themselves, so that no tensor holds them."""
        return _LETTER.search(self.name) is None


class Departures:
    """What the expressions of a syntax tree, given by all its nodes, take out of the graph."""

    def __init__(self, nodes: list[ast.AST]) -> None:
        self._nodes = nodes
        self._known: dict[tuple[str, int | None], list[Departure]] = {}
        self._given: dict[str, list[tuple[str, int]]] = {}
        self._numbers: dict[str, list[tuple[str, int]]] = {}
        self._variables: dict[str, list[str]] = {}  # by expression: a loop runs the same ones again and again

    def used(self, text: str) -> list[str]:
        """Return the variables whose numbers an expression uses."""
        return list(_used(expression(text)))

    def names(self, text: str) -> list[str]:
        """Return the variables of an expression, and the attributes whose numbers it uses."""
        if text not in self._variables:
            tree = expression(text)
            self._variables[text] = list(dict.fromkeys((*_names(tree), *_used(tree))))
        return self._variables[text]

    def of(self, text: str, line: int | None) -> list[Departure]:
        """Return what the expression `text` in `line` takes out of the graph by itself, or through a function of the program."""
        if "(" not in text:  # nothing is called
            return []
        if (text, line) not in self._known:
            tree = expression(text)
            found = list(_departures(tree, line or 0)) + self._through_functions(tree)
            self._known[text, line] = sorted(found, key=lambda departure: departure.how in ("new", "data", "detach"))
        return self._known[text, line]

    @cached_property
    def are_any(self) -> bool:
        """Whether the program takes numbers out of the graph anywhere."""
        calls = (node for node in self._nodes if isinstance(node, ast.Call))
        return any(d.how != "new" or not d.is_literal for call in calls for d in _departing(call, call.lineno))

    def indices(self, text: str) -> list[str]:
        """Return what an expression has as indices, and their variables: k of `w[k]`, `p.long()` and p of `w[p.long()]`."""
        nodes = (node.slice for node in walk(expression(text)) if isinstance(node, ast.Subscript))
        parts = [part for node in nodes for part in (node.elts if isinstance(node, ast.Tuple) else [node])]
        return [name for part in parts for name in dict.fromkeys((written(part), *_names(part)))]

    def taking(self, name: str) -> Departure | None:
        """Return the first place of the program that takes the numbers of a variable out of the graph, None if none does."""
        return next((d for d in _departures_in_lines(self._nodes) if d.name == name and d.how != "new"), None)

    def given(self, name: str) -> list[tuple[str, int]]:
        """Return the expressions that a variable may hold or contain, and their lines.

        They are what is assigned to it, appended to it, passed for it and what it runs through in a loop; for a list that is
        written out, its elements.
        """
        if name not in self._given:
            self._given[name] = [(written(one), one.lineno) for one in self._handed.get(name, ())]
        return self._given[name]

    def given_numbers(self, name: str) -> list[tuple[str, int]]:
        """Return those of the expressions that a variable is given, and their lines, that take numbers and make no copy."""
        if name not in self._numbers:
            found = [(text, line) for text, line in self.given(name) if self.of(text, line)]
            self._numbers[name] = [given for given in found if all(d.how != "new" for d in self.of(*given))]
        return self._numbers[name]

    def gathers(self, name: str) -> bool:
        """Return whether a variable keeps what it was given before: a collection, or a sum."""
        return name in self._gathering

    @cached_property
    def _gathering(self) -> set[str]:
        collected = {written(owner) for node in self._nodes if (owner := _collector(node)) is not None}
        assigned = [
            (node.value, target) for node in self._nodes if isinstance(node, ast.Assign) for target in node.targets
        ]
        made = {written(t) for value, t in assigned if any(map(_is_comprehension, walk(value)))}
        return collected | made

    @cached_property
    def _handed(self) -> dict[str, list[ast.expr]]:
        """What variables are given."""
        found: dict[str, list[ast.expr]] = {}
        for node in self._nodes:
            for target, expressions in self._handed_by(node):
                found.setdefault(target, []).extend(part for one in expressions for part in _elements(one))
        return found

    def _handed_by(self, node: ast.AST) -> Iterator[tuple[str, list[ast.expr]]]:
        """Yield the variables that a node of the tree gives something to, and what."""
        if isinstance(node, ast.Assign):
            yield from ((written(_owner(target)), [node.value]) for target in node.targets)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            yield written(node.target), [node.value]
        elif isinstance(node, ast.For | ast.comprehension):
            yield from ((name, [node.iter]) for name in _names(node.target))
        elif isinstance(node, ast.Call) and (owner := _collector(node)) is not None:
            yield written(owner), node.args
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self._functions:
            parameters = self._functions[node.func.id].args.args
            yield from ((p.arg, [argument]) for p, argument in zip(parameters, node.args, strict=False))

    @cached_property
    def _definitions(self) -> list[ast.FunctionDef]:
        return [node for node in self._nodes if isinstance(node, ast.FunctionDef)]

    @cached_property
    def _functions(self) -> dict[str, ast.FunctionDef]:
        return {node.name: node for node in self._definitions}

    def is_parameter(self, name: str, line: int | None) -> bool:
        """Return whether a variable is a parameter of the function that a line is in."""
        return any(
            node.lineno <= line <= (node.end_lineno or 0) and name in {argument.arg for argument in node.args.args}
            for node in self._definitions
            if line is not None
        )

    def _through_functions(self, tree: ast.AST) -> list[Departure]:
        """Return what an expression passes to functions of the program that take numbers out of the graph."""
        calls = [node for node in walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        return [
            replace(self._leaky[call.func.id], name=name, made=None)
            for call in calls
            if call.func.id in self._leaky
            for argument in call.args
            for name in _used(argument)
        ]

    @cached_property
    def _leaky(self) -> dict[str, Departure]:
        """The functions of the program that take numbers out of the graph, and where they do."""
        found = {}
        for name, node in self._functions.items():
            taken = [d for part in node.body for d in _departures_in_lines(walk(part)) if d.how != "new"]
            if taken:
                found[name] = taken[0]
        return found


def _departures_in_lines(nodes: Iterable[ast.AST]) -> Iterator[Departure]:
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _departures(node, node.lineno)


def _owner(target: ast.expr) -> ast.expr:
    """Return the variable that an assignment changes: `d` of `d["w"] = x`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target


def _collector(node: ast.AST) -> ast.expr | None:
    """Return the variable that a node of the tree adds something to: `d` of `d.append(x)`, `d += x` and `d["w"] = x`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ADDING:
        return node.func.value
    if isinstance(node, ast.Assign):
        return next((_owner(target) for target in node.targets if isinstance(target, ast.Subscript)), None)
    return node.target if isinstance(node, ast.AugAssign) else None


def _is_comprehension(node: ast.AST) -> bool:
    return isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp)


def _elements(expression: ast.expr) -> list[ast.expr]:
    """Return the elements of a list that is written out or of a comprehension, else the expression itself."""
    if isinstance(expression, ast.List | ast.Tuple):
        return [part for element in expression.elts for part in _elements(element)]
    return [expression.elt] if isinstance(expression, ast.ListComp | ast.GeneratorExp) else [expression]


def _names(tree: ast.AST) -> list[str]:
    return [node.id for node in walk(tree) if isinstance(node, ast.Name)]


def _departures(tree: ast.AST, line: int) -> Iterator[Departure]:
    """Yield what an expression takes out of the graph: `x.item()`, `float(x)`, and the x of `torch.tensor(x)`."""
    for node in walk(tree):
        if isinstance(node, ast.Call):
            yield from _departing(node, line)


def _departing(call: ast.Call, line: int) -> Iterator[Departure]:
    """Yield what a call itself takes out of the graph."""
    function = written(call.func)
    if isinstance(call.func, ast.Attribute) and call.func.attr in _LEAVES:
        inner, how = [call.func.value], call.func.attr
    elif function in _CASTS or function.startswith("math."):
        inner, how = [part for part in call.args if not _has_left(part)], "item"
    elif function.startswith(("np.", "numpy.")):
        inner, how = [part for part in call.args if not _has_left(part)], "numpy"
    elif function in _COPIES:
        inner, how = call.args, "new"
    else:
        return
    for part in inner:
        if how == "new" and _is_literal(part):  # which may be long
            yield Departure("", how, line, line)
            continue
        taken = written(_attached(part))
        for name in dict.fromkeys((*_used(part), *map(written, _elements(part)), taken)):
            yield Departure(name, _nearer(part, how), line, line, taken)


def _is_literal(tree: ast.expr) -> bool:
    """Return whether an expression is a number, or a list of numbers."""
    if isinstance(tree, ast.List | ast.Tuple):
        return all(map(_is_literal, tree.elts))
    return isinstance(tree.operand if isinstance(tree, ast.UnaryOp) else tree, ast.Constant)


def _attached(tree: ast.expr) -> ast.expr:
    """Return an expression without what only moves its numbers: the x of `x.detach().cpu()`."""
    while True:
        attribute = tree.func if isinstance(tree, ast.Call) else tree
        if not isinstance(attribute, ast.Attribute) or attribute.attr not in ("detach", "cpu", "data"):
            return tree
        tree = attribute.value


def _has_left(tree: ast.AST) -> bool:
    """Return whether an expression takes its numbers out of the graph itself, as `x.item()` inside of np.exp() does."""
    calls = (node.func for node in walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Attribute) and function.attr in _LEAVES for function in calls)


def _nearer(tree: ast.AST, how: str) -> str:
    """Return "data" or "detach" where a copy is made of what was cut off already."""
    attributes = {node.attr for node in walk(tree) if isinstance(node, ast.Attribute)} if how == "new" else set()
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
            yield written(tree)
            yield inner.id
            return
    if isinstance(tree, ast.Name):
        yield tree.id
        return
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute) and tree.func.attr in _NOT_NUMBERS:
        return
    for child in children(tree):
        yield from _used(child)
