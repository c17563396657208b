"""Loops: marks in the program's syntax tree that tell when an iteration begins.

A loop's body begins with a call that counts, as do the conditions of a comprehension and of a `while` that binds a name.
All else stays as it is, lines and columns included.
"""

import ast

from ..trace.scopes import Loop, Range
from .rewriter import Rewriter, call

LOOP = "__autograd_engine_loop__"

# A loop that repeats none of these can hold no operation.
_MAY_OPERATE = (
    ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.Subscript, ast.Attribute, ast.For,
)  # fmt: skip
_NAME_CHARACTERS = 60


class LoopMarker(Rewriter):
    """Marks the loops of a tree and describes them in `loops`, where a mark's number leads to."""

    def __init__(self, loops: list[Loop]) -> None:
        self._loops = loops
        self._around: tuple[Loop, ...] = ()

    def visit_For(self, node: ast.For | ast.AsyncFor) -> ast.AST:  # noqa: D102
        node.iter = self.visit(node.iter)
        name = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        self._begin_body(node, self._mark_statement(node, name, [], node.body))
        return node

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> ast.AST:  # noqa: D102
        name = f"while {ast.unparse(node.test)}"
        if not any(isinstance(part, ast.NamedExpr) for part in ast.walk(node.test)):
            node.test = self.visit(node.test)
            self._begin_body(node, self._mark_statement(node, name, [], node.body))
            return node
        number = self._mark_statement(node, name, [node.test], node.body)
        if number is not None:
            test = ast.BoolOp(ast.And(), [_mark(number, node.test), node.test])
            node.test = ast.copy_location(test, node.test)
        return node

    def _mark_statement(
        self, node: ast.For | ast.AsyncFor | ast.While, name: str, test: list[ast.expr], body: list[ast.stmt]
    ) -> int | None:
        """Describe a loop, `test` being the condition that belongs to its iterations, and visit its parts."""
        ranges = [_range(part, part) for part in test] + [_range(body[0], body[-1])]
        number = self._enter(name, node, ranges, [*test, *body])
        for part in (*test, *body):
            self.visit(part)
        self._leave(number)
        node.orelse = [self.visit(part) for part in node.orelse]
        return number

    @staticmethod
    def _begin_body(node: ast.For | ast.AsyncFor | ast.While, number: int | None) -> None:
        if number is not None:
            node.body.insert(0, ast.copy_location(ast.Expr(_mark(number, node.body[0])), node.body[0]))

    def _visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> ast.AST:
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        generators = node.generators
        generators[0].iter = self.visit(generators[0].iter)
        entered = []
        for i, generator in enumerate(generators):
            inner = [part for g in generators[i + 1 :] for part in (g.target, g.iter, *g.ifs)]
            repeated = [*made, *generator.ifs, *inner]
            name = f"for {ast.unparse(generator.target)} in {ast.unparse(generator.iter)}"
            entered.append(self._enter(name, node, [_range(part, part) for part in repeated], repeated))
            generator.ifs = [self.visit(part) for part in generator.ifs]
            if i + 1 < len(generators):
                generators[i + 1].iter = self.visit(generators[i + 1].iter)
        for part in made:
            self.visit(part)
        for number, generator in zip(reversed(entered), reversed(generators), strict=True):
            self._leave(number)
            if number is not None:
                generator.ifs.insert(0, _mark(number, generator.iter))
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _visit_comprehension

    def _enter(self, name: str, node: ast.AST, body: list[Range], repeated: list) -> int | None:
        """Describe a loop, whose parts are visited next; return its number, None if it is not worth a mark."""
        if not any(isinstance(inner, _MAY_OPERATE) for part in repeated for inner in ast.walk(part)):
            return None
        loop = Loop(name[:_NAME_CHARACTERS], node.lineno, body, self._around)
        self._around += (loop,)
        self._loops.append(loop)
        return len(self._loops) - 1

    def _leave(self, number: int | None) -> None:
        if number is not None:
            self._around = self._loops[number].around


def _range(first: ast.AST, last: ast.AST) -> Range:
    starts = [first, *getattr(first, "decorator_list", ())]
    line, column = min((node.lineno, node.col_offset) for node in starts)
    return line, column, last.end_lineno, last.end_col_offset


def _mark(number: int, place: ast.AST) -> ast.Call:
    return call(LOOP, place, ast.Constant(number))
