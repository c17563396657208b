"""What is changed in a program for each cause, where the place is certain; else there is no fix.

A fix is for one finding: it may be that another mistake shows only then.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from autograd_engine.trace.operators import ELEMENTWISE, operator_of

from .. import numbers
from ..finding import Finding
from ..index import TraceIndex
from ..rules.accumulation import clearer
from ..rules.errors.graphs import carried_name
from .edits import Edits

Fixer = Callable[[TraceIndex, Finding, Edits], "Edits | None"]

_FIXERS: dict[str, Fixer] = {}
_MAKERS = ("tensor", "ones", "zeros", "randn", "rand", "full", "eye", "linspace", "arange")
_NEW = "written"  # what a value is called before it is written
_SMALL = "1e-8"  # what keeps a logarithm, a root or a quotient away from 0


def fix_of(index: TraceIndex, finding: Finding) -> str | None:
    """Return the program without a mistake, None where that is not certain."""
    fixer = _FIXERS.get(finding.cause)
    edits = None if fixer is None else fixer(index, finding, Edits(index.trace.source))
    return None if edits is None else edits.done()


def _fixes(*causes: str) -> Callable[[Fixer], Fixer]:
    def register(fixer: Fixer) -> Fixer:
        _FIXERS.update(dict.fromkeys(causes, fixer))
        return fixer

    return register


# ---- passes


@_fixes("graph_freed")
def _keep_or_join(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Run one pass over the sum of two losses where nothing happens in between, else keep what the first pass would free."""
    first, second = (_pass_in(edits, finding.evidence.get(line)) for line in ("freed_line", "pass_line"))
    if first is not None and first is second:
        return _detached(index, edits, first)
    if first is None or second is None:
        return None
    return _joined(index, edits, first, second) or edits.with_argument(first, "retain_graph=True")


def _detached(index: TraceIndex, edits: Edits, call: ast.Call) -> Edits | None:
    """Cut off, after the pass of each iteration, what carries its graph over to the next."""
    name, statement = carried_name(index), edits.statement(call.lineno)
    is_in_loop = bool(edits.nodes(ast.For | ast.While, call.lineno)) and not edits.nodes(ast.FunctionDef, call.lineno)
    if name is None or statement is None or not is_in_loop:
        return None
    return edits.after(statement, f"{name} = {name}.detach()")


def _joined(index: TraceIndex, edits: Edits, first: ast.Call, second: ast.Call) -> Edits | None:
    statements = [edits.statement(call.lineno) for call in (first, second)]
    if None in statements or not all(isinstance(s, ast.Expr) and s.value in (first, second) for s in statements):
        return None
    block = edits.block_of(statements[0])
    names = [call.func.value.id for call in (first, second) if isinstance(call.func.value, ast.Name)]
    are_plain = not any(call.args or call.keywords for call in (first, second)) and len(set(names)) == 2
    if not are_plain or statements[1] not in block or block.index(statements[1]) != block.index(statements[0]) + 1:
        return None
    if edits.span(statements[0])[1] >= edits.span(statements[1])[0]:
        return None
    edits.replace(statements[0], f"({' + '.join(names)}).backward()")
    return edits.without(statements[1])


def _pass_in(edits: Edits, line: object) -> ast.Call | None:
    """Return the call in a line that runs a pass."""
    return edits.only(ast.Call, line, _is_pass) if isinstance(line, int) else None


def _is_pass(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("backward", "grad")


@_fixes("non_scalar")
def _add_up(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    call = edits.only(ast.Call, finding.line, _is_pass)
    if call is None or call.func.attr != "backward" or call.args or isinstance(call.func.value, ast.Attribute):
        return None
    dot = edits.dot(call.func)
    return edits.put(dot, dot, ".sum()")


@_fixes("create_graph")
def _record_pass(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    call = _pass_in(edits, finding.evidence.get("unrecorded_line"))
    return None if call is None else edits.with_argument(call, "create_graph=True")


@_fixes("accumulates")
def _clear(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Clear all gradients that a loop adds up, before its pass."""
    call = edits.only(ast.Call, finding.line, _is_pass)
    statement = None if call is None else edits.statement(call.lineno)
    if statement is None or finding.tensor is None:
        return None
    given = [s[-1] for s in index.states.values() if index.is_trainable(s[-1]) and index.received(s[-1])]
    lines = dict.fromkeys(clearer(index, tensor) for tensor in [finding.tensor, *given])
    return edits.before(statement, *lines) if all(map(_is_code, lines)) else None


def _is_code(line: str) -> bool:
    try:
        ast.parse(line)
    except SyntaxError:
        return False
    return True


# ---- leaves


@_fixes("not_leaf")
def _retain(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    line = None if finding.tensor is None else index.trace.tensors[finding.tensor].line
    statement = edits.statement(line)
    if not isinstance(statement, ast.Assign) or not _is_target(statement, finding.name):
        return None
    return edits.after(statement, f"{finding.name}.retain_grad()")


def _is_target(statement: ast.Assign, name: str) -> bool:
    return len(statement.targets) == 1 and ast.unparse(statement.targets[0]) == name


@_fixes("leaf_in_place")
def _without_recording(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Put an update under no_grad, with those that follow it."""
    statement = edits.statement(finding.line)
    if statement is None or not _is_update(statement) or not _has_torch(edits):
        return None
    block = edits.block_of(statement)
    updates = [statement]
    for follower in block[block.index(statement) + 1 :]:
        if not _is_update(follower) or not edits.is_alone(follower):
            break
        updates.append(follower)
    return edits.under(updates, "with torch.no_grad():")


def _is_update(statement: ast.stmt) -> bool:
    """Return whether a statement writes to a tensor in place, by what its gradient is."""
    is_write = isinstance(statement, ast.AugAssign) or (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr.endswith("_")
    )
    return is_write and any(isinstance(node, ast.Attribute) and node.attr == "grad" for node in ast.walk(statement))


def _has_torch(edits: Edits) -> bool:
    return any(
        alias.name == "torch" and alias.asname in (None, "torch")
        for node in ast.walk(edits.tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    )


@_fixes("rebound")
def _write_in_place(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Make `w = w - lr * w.grad` a write to w."""
    statement = edits.statement(finding.line)
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=left), op=ast.Sub() | ast.Add() as sign, right=step),
        ) if name == left and _has_torch(edits):
            write = f"{name} {'-' if isinstance(sign, ast.Sub) else '+'}= {edits.source(step)}"
        case _:
            return None
    if not any(isinstance(node, ast.Attribute) and node.attr == "grad" for node in ast.walk(step)):
        return None
    clears = any(
        isinstance(node, ast.Attribute) and node.attr in ("zero_grad", "zero_") for node in ast.walk(edits.tree)
    )
    runs = [edits.statement(run.line) for run in index.trace.passes]
    if not clears and runs and runs[0] is not None and edits.nodes(ast.For | ast.While, finding.line):
        edits.before(runs[0], f"{name}.grad = None")  # a new tensor had none
    if _is_under_no_grad(edits, statement):
        return edits.replace(statement, write)
    return edits.replace(statement, f"with torch.no_grad():\n{edits.indent(statement)}    {write}")


def _is_under_no_grad(edits: Edits, statement: ast.stmt) -> bool:
    withs = edits.nodes(ast.With, statement.lineno)
    return any(ast.unparse(item.context_expr).endswith("no_grad()") for node in withs for item in node.items)


@_fixes("requires_grad_false", "integer_leaf")
def _require(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Let a tensor that is created require a gradient, as floating-point numbers if they are integers."""
    statement = edits.statement(finding.line)
    match statement:
        case ast.Assign(
            targets=[ast.Name()], value=ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=maker)) as call
        ):
            if maker not in _MAKERS:
                return None
        case _:
            return None
    if finding.cause == "integer_leaf":
        return edits.with_argument(call, "dtype=torch.float32")
    made = [t for t in index.trace.tensors if t.line == finding.line and t.op is None]
    if not made or not all(index.trace.values[t.value].dtype.startswith("float") for t in made):
        return None
    return edits.with_argument(call, "requires_grad=True")


@_fixes("late_requires_grad")
def _require_at_once(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Let a tensor require a gradient from when it is created."""
    if finding.tensor is None:
        return None
    first = index.states[index.trace.tensors[finding.tensor].identity][0]
    match edits.statement(index.trace.tensors[first].line):
        case ast.Assign(
            targets=[ast.Name()], value=ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=maker)) as call
        ) if maker in _MAKERS:
            return edits.with_argument(call, "requires_grad=True")
    return None


@_fixes("not_in_optimizer")
def _register(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Keep layers where a module finds them."""
    line, nn = finding.evidence.get("kept_line"), _name_of_nn(edits)
    statement = edits.statement(line) if isinstance(line, int) else None
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))], value=ast.List() | ast.ListComp() as value):
            kind = "ModuleList"
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))], value=ast.Dict() | ast.DictComp() as value):
            kind = "ModuleDict"
        case _:
            return None
    return None if not nn else edits.replace(value, f"{nn}.{kind}({edits.source(value)})")


def _name_of_nn(edits: Edits) -> str:
    """Return what the program calls torch.nn, "" if it does not import it."""
    for node in ast.walk(edits.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "torch":
            names = [alias.asname or alias.name for alias in node.names if alias.name == "nn"]
        elif isinstance(node, ast.Import):
            names = [alias.asname for alias in node.names if alias.name == "torch.nn" and alias.asname]
        else:
            continue
        if names:
            return names[0]
    return "torch.nn" if _has_torch(edits) else ""


# ---- cuts


@_fixes("detach", "item", "data")
def _without_cut(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Leave out what cuts the history, where that is once in its line and nothing needs a number or a leaf."""
    if finding.cause == "data":
        found = edits.only(
            ast.Attribute, finding.line, lambda node: node.attr == "data" and isinstance(node.ctx, ast.Load)
        )
    else:
        found = edits.only(
            ast.Call,
            finding.line,
            lambda node: isinstance(node.func, ast.Attribute) and node.func.attr == finding.cause and not node.args,
        )
    if found is None or (finding.cause != "detach" and _copies(edits, finding)):
        return None
    statement, owner = edits.statement(finding.line), found.func.value if isinstance(found, ast.Call) else found.value
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is found and ast.unparse(owner) == name:
            return edits.without(statement)
    return edits.without_method(found)


def _copies(edits: Edits, finding: Finding) -> bool:
    """Return whether numbers are made a tensor again, text, or something of NumPy; of `.data`, in its line."""
    calls = [node for node in ast.walk(edits.tree) if isinstance(node, ast.Call)]
    if finding.cause == "data":
        calls = [node for node in calls if finding.line is not None and node.lineno <= finding.line <= node.end_lineno]
    return any(_takes_numbers(call) for call in calls)


def _takes_numbers(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    are_known = all(isinstance(part, ast.Constant | ast.List | ast.UnaryOp) for part in call.args)
    return (
        name.startswith(("np.", "numpy.", "math."))
        or name in ("str", "float", "Variable")
        or (name.rpartition(".")[2] in ("tensor", "Parameter", "as_tensor", "from_numpy") and not are_known)
    )


@_fixes("no_grad", "inference_mode")
def _recorded(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Record what a block or a function computes, where it does nothing else and nothing after what was missed."""
    line = finding.evidence.get("mode_line", finding.line)
    if not isinstance(line, int):
        return None
    blocks = [node for node in edits.nodes(ast.With, line) if node.lineno == line]
    if len(blocks) == 1 and len(blocks[0].items) == 1 and _switches_off(blocks[0].items[0].context_expr):
        body = blocks[0].body
        is_last = len(body) == 1 or body[-1].lineno == finding.evidence.get("computed_line")
        return edits.out_of(blocks[0]) if is_last and all(map(_computes, body)) else None
    for function in (node for node in ast.walk(edits.tree) if isinstance(node, ast.FunctionDef)):
        for decorator in function.decorator_list:
            if decorator.lineno == line and _switches_off(decorator) and all(map(_computes, function.body)):
                return edits.without_line(line)
    return None


def _switches_off(expression: ast.expr) -> bool:
    return ast.unparse(expression).endswith(("no_grad()", "inference_mode()"))


def _computes(statement: ast.stmt) -> bool:
    """Return whether a statement writes to no tensor that is there."""
    match statement:
        case ast.Assign(targets=targets):
            are_names = all(isinstance(one, ast.Name | ast.Tuple) for one in targets)
        case ast.Return():
            are_names = True
        case _:
            return False
    calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
    return are_names and not any(isinstance(func, ast.Attribute) and func.attr.endswith("_") for func in calls)


@_fixes("frozen")
def _let_learn(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Leave out what froze the parameters, with its loop if that does nothing else."""
    statement = edits.statement(finding.line)
    match statement:
        case ast.Assign(targets=[ast.Attribute(attr="requires_grad")], value=ast.Constant(value=False)):
            pass
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="requires_grad_"), args=[ast.Constant(value=False)])):
            pass
        case _:
            return None
    loops = [node for node in edits.nodes(ast.For, finding.line) if node.body == [statement] and not node.orelse]
    return edits.without(loops[0] if loops else statement)


@_fixes("numpy")
def _in_torch(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Compute with PyTorch's function of the same name, where what comes of it only becomes a tensor again."""
    match edits.statement(finding.line):
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=function) as func, args=[taken], keywords=[]
            ),
        ) if function in _ALIKE and _has_torch(edits):
            pass
        case _:
            return None
    tensor = taken
    while isinstance(tensor, ast.Call) and isinstance(tensor.func, ast.Attribute) and tensor.func.attr in _LEAVES:
        tensor = tensor.func.value
    uses = [node for node in ast.walk(edits.tree) if isinstance(node, ast.Name) and node.id == name]
    back = [node for node in ast.walk(edits.tree) if _makes_tensor(node, name)]
    if tensor is taken or not back or len(uses) != len(back) + 1:
        return None
    edits.replace(func, f"torch.{function}").replace(taken, edits.source(tensor))
    for call in back:
        edits.replace(call, name)
    return edits


_ALIKE = ("abs", "arctan", "cos", "exp", "log", "sin", "sqrt", "square", "tan", "tanh")  # as in NumPy, of any tensor
_LEAVES = ("detach", "cpu", "numpy")


def _makes_tensor(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(
            func=ast.Attribute(attr="from_numpy" | "tensor" | "as_tensor"), args=[ast.Name(id=given)], keywords=[]
        ):
            return given == name
    return False


@_fixes("new_tensor")
def _stack(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Combine tensors of one number by stack in the place of torch.tensor."""
    call = edits.only(ast.Call, finding.line, lambda node: ast.unparse(node.func) == "torch.tensor")
    if any(
        isinstance(node, ast.Attribute) and node.attr in ("requires_grad", "requires_grad_")
        for node in ast.walk(edits.tree)
    ):
        return None  # which a result cannot be given
    match call:
        case ast.Call(args=[ast.List(elts=[_, *_] as parts)], keywords=[]):
            if all(isinstance(part, ast.Name | ast.Call | ast.Subscript | ast.BinOp) for part in parts):
                return edits.replace(call.func, "torch.stack")
        case ast.Call(args=[ast.Name(id=name)], keywords=[]):
            made = [
                node.value for node in ast.walk(edits.tree) if isinstance(node, ast.Assign) and _is_target(node, name)
            ]
            if len(made) == 1 and isinstance(made[0], ast.List | ast.ListComp):
                return edits.replace(call.func, "torch.stack")
    return None


# ---- writes


@_fixes("saved_changed")
def _out_of_place(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Compute a new tensor in the place of writing to one that is saved."""
    inplace = [
        k for node in ast.walk(edits.tree) if isinstance(node, ast.Call) for k in node.keywords
        if k.arg == "inplace" and isinstance(k.value, ast.Constant) and k.value.value is True
    ]  # fmt: skip
    statement = edits.statement(finding.line)
    match statement:
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if type(op) in _SIGNS:
            return edits.replace(statement, f"{name} = {name} {_SIGNS[type(op)]} {_operand(edits, value)}")
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) as call) if _is_pure(
            method
        ):
            start, end = edits.span(call.func)
            edits.put(start, start, f"{name} = ")
            return edits.put(end - 1, end, "")
        case (
            ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))], value=value)
            | ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)), value=value)
        ):
            return _into_clone(edits, statement, name, value)
    if len(inplace) == 1:
        return edits.replace(inplace[0].value, "False")
    return None


def _into_clone(edits: Edits, statement: ast.stmt, name: str, value: ast.expr) -> Edits | None:
    """Write to a copy, which is made once what is written has been computed."""
    names = {node.id for node in ast.walk(edits.tree) if isinstance(node, ast.Name)}
    if name not in {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}:
        return edits.before(statement, f"{name} = {name}.clone()")
    if _NEW in names:
        return None
    edits.before(statement, f"{_NEW} = {edits.source(value)}", f"{name} = {name}.clone()")
    return edits.replace(value, _NEW)


_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}


def _operand(edits: Edits, value: ast.expr) -> str:
    is_simple = isinstance(value, ast.Name | ast.Constant | ast.Call | ast.Attribute | ast.Subscript)
    return edits.source(value) if is_simple else f"({edits.source(value)})"


def _is_pure(method: str) -> bool:
    """Return whether an in-place method has a sibling that computes the same for a new tensor."""
    return method.endswith("_") and not method.startswith("_") and ELEMENTWISE in operator_of(method[:-1]).kind


@_fixes("gradient_overwritten")
def _clone_gradient(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Copy the gradient that a backward is given before it is written to."""
    statement = edits.statement(finding.line)
    names = [] if statement is None else _written(statement)
    if len(names) != 1 or not edits.nodes(ast.FunctionDef, finding.line):
        return None
    return edits.before(statement, f"{names[0]} = {names[0]}.clone()")


def _written(statement: ast.stmt) -> list[str]:
    """Return the names whose tensors a statement writes to in place."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    found = []
    for target in targets:
        is_part = isinstance(target, ast.Subscript)
        owner = target.value if is_part else target
        if isinstance(owner, ast.Name) and (is_part or isinstance(statement, ast.AugAssign)):
            found.append(owner.id)
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    methods = [func for func in calls if isinstance(func, ast.Attribute) and func.attr.endswith("_")]
    return found + [func.value.id for func in methods if isinstance(func.value, ast.Name)]


# ---- numbers


@_fixes("log_zero", "sqrt_zero", "division_by_zero")
def _away_from_zero(index: TraceIndex, finding: Finding, edits: Edits) -> Edits | None:
    """Add a small number to what a logarithm, a root or a quotient is taken of, if that is never below 0."""
    if finding.cause == "division_by_zero":
        quotient = edits.only(ast.BinOp, finding.line, lambda node: isinstance(node.op, ast.Div))
        operand = None if quotient is None else quotient.right
        names = ("div", "reciprocal")
    else:
        names = ("log",) if finding.cause == "log_zero" else ("sqrt",)
        call = edits.only(ast.Call, finding.line, lambda node: _called(node) in names)
        operand = None if call is None else call.args[0] if call.args else call.func.value
    if operand is None or "sqrt" in ast.unparse(operand) or not _is_never_negative(index, finding, names):
        return None
    start, end = _with_brackets(edits, operand)
    text = edits.text[start:end]
    is_argument = finding.cause != "division_by_zero" and bool(call.args)
    return edits.put(start, end, f"{text} + {_SMALL}" if is_argument else f"({text} + {_SMALL})")


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _with_brackets(edits: Edits, node: ast.expr) -> tuple[int, int]:
    """Return where an operand begins and ends, with the brackets around it."""
    start, end = edits.span(node)
    while (
        edits.text[start - 1 : start] == "("
        and edits.text[end : end + 1] == ")"
        and not edits.text[: start - 1].rstrip(" ").endswith(("log", "sqrt"))
    ):
        start, end = start - 1, end + 1
    return start, end


def _is_never_negative(index: TraceIndex, finding: Finding, names: tuple[str, ...]) -> bool:
    """Return whether the operand of the operations in the line of a finding is never below 0."""
    made = [op for op in index.trace.ops if op.line == finding.line and op.name in names]
    operands = [op.inputs[-1 if op.name == "div" else 0].tensors for op in made]
    values = [index.trace.values[index.trace.tensors[t].value] for found in operands for t in found or ()]
    lows = [found[0] for value in values if (found := numbers.edges(value)) is not None]
    return bool(lows) and len(lows) == len(made) and min(lows) >= 0
