"""Programs, compiled with a few changes: their assignments and loops are reported to the recorder, and methods print as
PyTorch's.

The syntax tree is rewritten so that the value of an assignment passes through `bind(name, value)`, and a method of
tensors that is not called at once, such as the `x.size` of `x.size[0]`, through `as_builtin`; loops get marks (loops.py).
Nothing else of the program changes, its lines and columns included, and nothing of it runs once more than it would.
"""

import ast
from types import CodeType
from typing import Any

from ..graph.tensor import Tensor
from ..op.builtin import METHODS_OF_NODES
from ..trace.scopes import Loop
from .loops import LoopMarker
from .rewriter import Rewriter, call

BIND = "__autograd_engine_bind__"
BUILTIN = "__autograd_engine_builtin__"
ENDED = "__autograd_engine_ended__"

# What can only be a number, a string or a collection is not worth a call.
_NEVER_TENSORS = (ast.Constant, ast.JoinedStr, ast.Lambda, ast.Set, ast.GeneratorExp)


def compiled(source: str, filename: str, loops: list[Loop] | None = None, *, ends: bool = False) -> CodeType:
    """Return the compiled program; SyntaxError as from compile().

    With `loops`, a list to be filled, assignments name what they assign, and loops count their iterations. With `ends`
    the end of each assignment and call is reported.
    """
    tree = ast.parse(source, filename)
    if ends:
        tree = _Ends().visit(tree)
    if loops is not None and ("for" in source or "while" in source):
        tree = LoopMarker(loops).visit(tree)
    tree = (_Methods() if loops is None else _Binder()).visit(tree)
    return compile(tree, filename, "exec", dont_inherit=True)


def expression(text: str) -> CodeType:
    """Return an expression, compiled as those of a program are; SyntaxError as from compile()."""
    tree = _Methods().visit(ast.parse(text.strip(), "<prompt>", "eval"))
    return compile(tree, "<prompt>", "eval", dont_inherit=True)


class _Ends(Rewriter):
    def _reported(self, node: ast.stmt) -> list[ast.stmt]:
        return [node, ast.copy_location(ast.Expr(call(ENDED, node)), node)]

    visit_Assign = visit_AnnAssign = visit_AugAssign = _reported

    def visit_Expr(self, node: ast.Expr) -> Any:
        return node if isinstance(node.value, ast.Constant) else self._reported(node)


class _Methods(Rewriter):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        else:
            node.func = self.visit(function)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        method = callable(vars(Tensor).get(node.attr)) or node.attr in METHODS_OF_NODES
        if not isinstance(node.ctx, ast.Load) or not method:
            return node
        return call(BUILTIN, node, node)


class _Binder(_Methods):
    def visit_Assign(self, node: ast.Assign) -> Any:
        names = [_target_name(target) for target in node.targets]  # as they are written: the next line changes them
        self.generic_visit(node)
        unpacked = []
        for name, target in zip(names, node.targets, strict=True):
            if name is not None:
                node.value = _bound(name, node.value)
            elif isinstance(target, ast.Tuple | ast.List):
                unpacked += _after(node, target)
        return [node, *unpacked]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        name = _target_name(node.target)
        self.generic_visit(node)
        if name is not None and node.value is not None:
            node.value = _bound(name, node.value)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        self.generic_visit(node)
        node.value = _bound(node.target.id, node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        return [node, *_after(node, node.target)] if isinstance(node.target, ast.Name) else node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body[:0] = _after(node.body[0], node.target)
        return node


def _target_name(target: ast.expr) -> str | None:
    """Return a variable or attribute as it is written, None for other targets."""
    inner = target
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return ast.unparse(target) if isinstance(inner, ast.Name) else None


def _bound(name: str, value: ast.expr) -> ast.expr:
    if isinstance(value, _NEVER_TENSORS):
        return value
    return call(BIND, value, ast.Constant(name), value)


def _after(place: ast.stmt, target: ast.expr) -> list[ast.stmt]:
    """Return statements that name what the variables in a `target` now hold, and attributes of variables.

    An attribute is reported as (name, object, attribute): reading it could run code of the program.
    """
    found = []
    for inner in ast.walk(target):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            held = [ast.Name(inner.id, ast.Load())]
        elif (
            isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and isinstance(inner.value, ast.Name)
        ):
            held = [ast.Name(inner.value.id, ast.Load()), ast.Constant(inner.attr)]
        else:
            continue
        report = call(BIND, place, ast.Constant(ast.unparse(inner)), *held)
        found.append(ast.copy_location(ast.Expr(report), place))
    return found
