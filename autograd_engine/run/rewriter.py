"""Rewriting syntax trees: what all rewriters of programs have in common."""

import ast

_WITHOUT_PARTS = (
    ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip


class Rewriter(ast.NodeTransformer):
    """Rewrites a tree; it passes by names, constants and signs, which are two thirds of its nodes."""

    def visit(self, node: ast.AST) -> ast.AST:  # noqa: D102
        return node if isinstance(node, _WITHOUT_PARTS) else super().visit(node)


def call(function: str, place: ast.AST, *arguments: ast.expr) -> ast.Call:
    """Return the call of a function; it, and what of its arguments has no place in the program, is at that of `place`."""
    made = ast.Call(ast.Name(function, ast.Load()), [*arguments], [])
    for node in (made, made.func, *arguments):
        if not hasattr(node, "lineno"):
            ast.copy_location(node, place)
    return made
