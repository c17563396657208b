"""The order in which PyTorch's compiled formulas evaluate: the right operand first, and the last argument first.

C++ leaves the order open and its compiler, GCC, begins at the right. A double backward shows it, because the operations of
a formula become nodes whose order of creation is the order in which they run. So the formulas, which are written as Python,
are compiled once more for create_graph, with every operand and argument that computes something moved forward.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

_PACKAGE = __name__.partition(".")[0] + ".ops."


@functools.cache
def right_to_left(function: Callable) -> Callable:
    """Return a formula, or a helper of formulas, that evaluates from right to left; so do the helpers it calls."""
    if not isinstance(function, FunctionType) or not function.__globals__["__name__"].startswith(_PACKAGE):
        return function
    found = definition_of(function)
    if found is None or any(ast.unparse(d).partition("(")[0] != "shown" for d in getattr(found, "decorator_list", ())):
        return function
    definition = ast.fix_missing_locations(_RightToLeft().visit(_undecorated(found)))
    make = _maker(definition, function.__code__.co_freevars)
    namespace = dict(function.__globals__)
    exec(compile(ast.Module([make], []), function.__code__.co_filename, "exec"), namespace)
    compiled = namespace.pop("make")(*[cell.cell_contents for cell in function.__closure__ or ()])
    compiled.__defaults__, compiled.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    for name in _names(compiled.__code__):
        helper = namespace.get(name)
        if isinstance(helper, FunctionType) and not hasattr(helper, "op") and helper is not function:
            namespace[name] = right_to_left(helper)
    return compiled


def _maker(definition: ast.Lambda | ast.FunctionDef, free: tuple[str, ...]) -> ast.FunctionDef:
    """Return `def make(<free variables>): return <definition>`."""
    if isinstance(definition, ast.Lambda):
        body: list[ast.stmt] = [ast.Return(definition)]
    else:
        body = [definition, ast.Return(ast.Name(definition.name, ast.Load()))]
    make = ast.parse(f"def make({', '.join(free)}): pass").body[0]
    make.body = body
    return ast.fix_missing_locations(make)


def _names(code: CodeType) -> set[str]:
    """Return the global names that code uses, also in its lambdas."""
    return set(code.co_names).union(*[_names(const) for const in code.co_consts if isinstance(const, CodeType)])


def definition_of(function: FunctionType) -> ast.Lambda | ast.FunctionDef | None:
    """Return the syntax that a function was compiled from, None if that cannot be found."""
    code = function.__code__
    candidates = _definitions(code.co_filename).get((code.co_name, code.co_firstlineno), [])
    if len(candidates) > 1:
        start = next(position for position in code.co_positions() if position[2] is not None and position[2] > 0)
        candidates = [c for c in candidates if (c.body.lineno, c.body.col_offset) <= (start[0], start[2])][-1:]
    return candidates[0] if candidates else None


@functools.cache
def syntax_of(path: str) -> ast.Module:
    """Return the syntax of a source file."""
    return ast.parse("".join(linecache.getlines(path)))


@functools.cache
def _definitions(path: str) -> dict[tuple[str, int], list]:
    found: dict[tuple[str, int], list] = {}
    for node in ast.walk(syntax_of(path)):
        if isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
        elif isinstance(node, ast.FunctionDef):
            first = node.decorator_list[0] if node.decorator_list else node
            found.setdefault((node.name, first.lineno), []).append(node)
    for nodes in found.values():
        nodes.sort(key=lambda node: node.col_offset)
    return found


def _undecorated(node: ast.Lambda | ast.FunctionDef) -> Any:
    """Return a copy of a definition without what is written above it."""
    if isinstance(node, ast.Lambda):
        return ast.parse(ast.unparse(node), mode="eval").body
    copy = ast.parse(ast.unparse(node)).body[0]
    copy.decorator_list = []
    return copy


class _RightToLeft(ast.NodeTransformer):
    """Rewrites `a(x) * b(y)` as `(_1 := b(y), a(x) * _1)[1]`, and the arguments of calls likewise."""

    def __init__(self) -> None:
        self._count = 0

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not (_computes(node.left) and _computes(node.right)):
            return node
        moved, node.right = self._moved(node.right)
        return _after([moved], node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        computing = [i for i, argument in enumerate(node.args) if _computes(argument)]
        if len(computing) < 2 or any(isinstance(argument, ast.Starred) for argument in node.args):
            return node
        before = []
        for i in reversed(computing[1:]):
            moved, node.args[i] = self._moved(node.args[i])
            before.append(moved)
        return _after(before, node)

    def _moved(self, expression: ast.expr) -> tuple[ast.expr, ast.expr]:
        self._count += 1
        name = f"_{self._count}"
        return ast.NamedExpr(ast.Name(name, ast.Store()), expression), ast.Name(name, ast.Load())


def _after(before: list[ast.expr], expression: ast.expr) -> ast.expr:
    return ast.Subscript(ast.Tuple([*before, expression], ast.Load()), ast.Constant(len(before)), ast.Load())


def _computes(expression: ast.expr) -> bool:
    return any(isinstance(node, ast.Call | ast.BinOp | ast.UnaryOp) for node in ast.walk(expression))
