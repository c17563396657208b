"""Names of variables: a program's assignments, told to the recorder as they happen.

The syntax tree is rewritten so that the value of an assignment passes through `bind(name, value)`. Nothing
else of the program changes, its lines and columns included, and nothing of it runs once more than it would.
"""

import ast
from typing import Any

BIND = "__autograd_engine_bind__"

# What can only be a number, a string or a collection is not worth a call.
_NEVER_TENSORS = (ast.Constant, ast.JoinedStr, ast.Lambda, ast.Dict, ast.Set, ast.Compare, ast.GeneratorExp)


def with_names(source: str, filename: str) -> Any:
    """Return the compiled program in which assignments name what they assign; SyntaxError as from
    compile()."""
    tree = ast.parse(source, filename)
    tree = ast.fix_missing_locations(_Binder().visit(tree))
    return compile(tree, filename, "exec", dont_inherit=True)


class _Binder(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        unpacked = []
        for target in node.targets:
            name = _target_name(target)
            if name is not None:
                node.value = _bound(name, node.value)
            elif isinstance(target, ast.Tuple | ast.List):
                unpacked += _after(node, target)
        return [node, *unpacked]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        name = _target_name(node.target)
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
    call = ast.Call(ast.Name(BIND, ast.Load()), [ast.Constant(name), value], [])
    return ast.copy_location(call, value)


def _after(place: ast.stmt, target: ast.expr) -> list[ast.stmt]:
    """Return statements that name what the variables in a `target` now hold, and attributes of variables.

    An attribute is told as (name, object, attribute): reading it could run code of the program.
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
        call = ast.Call(ast.Name(BIND, ast.Load()), [ast.Constant(ast.unparse(inner)), *held], [])
        found.append(ast.copy_location(ast.Expr(call), place))
    return found
