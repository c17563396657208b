"""Names of variables: a program's assignments, told to the recorder as they happen.

The syntax tree is rewritten so that the value of an assignment passes through `bind(name, value)`. Nothing else of the
program changes, its lines and columns included.
"""

import ast
from typing import Any

BIND = "__autograd_engine_bind__"

# What can only be a number, a string or a collection is not worth a call.
_NEVER_TENSORS = (ast.Constant, ast.JoinedStr, ast.Lambda, ast.Dict, ast.Set, ast.Compare, ast.GeneratorExp)


def with_names(source: str, filename: str) -> Any:
    """Return the compiled program in which assignments name what they assign; SyntaxError as from compile()."""
    tree = ast.parse(source, filename)
    tree = ast.fix_missing_locations(_Binder().visit(tree))
    return compile(tree, filename, "exec", dont_inherit=True)


class _Binder(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        name = _target_name(node.targets[-1])
        if name is not None and len(node.targets) >= 1:
            node.value = _bound(name, node.value)
        elif isinstance(node.targets[-1], ast.Tuple | ast.List):
            return [node, *_after(node, node.targets[-1])]
        return node

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
        return [node, *_after(node, node.target)]

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body[:0] = _after(node.body[0], node.target)
        return node


def _target_name(target: ast.expr) -> str | None:
    if isinstance(target, ast.Name):
        return target.id
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return f"{target.value.id}.{target.attr}"
    return None


def _bound(name: str, value: ast.expr) -> ast.expr:
    if isinstance(value, _NEVER_TENSORS):
        return value
    call = ast.Call(ast.Name(BIND, ast.Load()), [ast.Constant(name), value], [])
    return ast.copy_location(call, value)


def _after(place: ast.stmt, target: ast.expr) -> list[ast.stmt]:
    """Return statements that name what the plain names in an unpacked `target` now hold."""
    names = [n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    found = []
    for name in names:
        call = ast.Call(ast.Name(BIND, ast.Load()), [ast.Constant(name), ast.Name(name, ast.Load())], [])
        found.append(ast.copy_location(ast.Expr(call), place))
    return found
