"""What a tensor is called in the picture: the program's name for it, else the expression that made it."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from autograd_engine.trace.operators import typed_as
from autograd_engine.trace.schema import Argument, Operation, Tensor, Trace

from ...catalogue import say
from ..wording.box_text import columns
from ..wording.equations import as_call, called, in_written_order, is_usual, option
from ..wording.formulas import Expression, linear
from .modules import Modules

EXPRESSION_COLUMNS = 30
OPERAND_COLUMNS = 16
LONG = "…"
MOST_LOOKED_AHEAD = 100  # how many later operations of the same call are searched for one that uses a result

_INTERNAL = re.compile(r"\b(?:unsafe_|safe_|native_)(?=\w)|(?<=\breshape)_alias\b")
_NORMS = ("native_layer_norm", "native_group_norm", "native_batch_norm")
_NORMS_ALSO_GIVE = ("mean", "rstd")  # as PyTorch's formulas call them

_MODULES = ("torch", "F", "nn", "np", "functional", "autograd")

_SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.USub: "-x", ast.Invert: "~x",
}  # fmt: skip
_COMPARED = tuple(name for sign in ("==", "!=", "<", "<=", ">", ">=") for name in typed_as(sign))


def titles(trace: Trace, seed: str) -> list[str]:
    """Return the title of each tensor, of any length; `seed` is that of nameless ones that are seeds."""
    seeds = {root.given for run in trace.passes for root in run.roots}
    modules = Modules(trace)
    found: list[str] = []
    for index, tensor in enumerate(trace.tensors):
        if tensor.op is not None:
            _name_operands(trace.ops[tensor.op], found)
        nameless_seed = index in seeds and tensor.op is None and not tensor.names
        found.append(
            seed if nameless_seed else "" if _is_only_on_ctx(tensor) else _title(trace, index, tensor, found, modules)
        )
    return [title or (tensor.names or ["tensor"])[0] for title, tensor in zip(found, trace.tensors, strict=True)]


def _is_only_on_ctx(tensor: Tensor) -> bool:
    """Return whether a custom Function was given a tensor that has a name only as an attribute of its ctx."""
    is_given = tensor.op is None and not tensor.text
    return is_given and bool(tensor.names) and all(name.startswith("ctx.") for name in tensor.names)


def _name_operands(operation: Operation, found: list[str]) -> None:
    """Call inputs without a title as the program does, where it does by a plain name: `g` in `g * 2`."""
    inputs = [argument.tensors[0] for argument in operation.inputs if argument.tensors]
    if isinstance(_parsed(operation.text), ast.Call) and operation.name not in _names_in(operation.text):
        return  # a part of what a function does, whose operands are not its own
    if any(not found[index] for index in inputs):
        for index, name in zip(inputs, _operands(operation.text), strict=False):
            found[index] = found[index] or name


def _title(trace: Trace, index: int, tensor: Tensor, before: list[str], modules: Modules) -> str:
    if tensor.names:  # of a parameter the one in the whole model, of a result no attribute that also holds it
        choose = min if tensor.kind == "result" else max
        return choose(tensor.names, key=lambda name: name.count("."))
    if modules.is_masked(index):
        return say("view.names.mask")
    if tensor.op is not None:
        operation = trace.ops[tensor.op]
        of_module = modules.name(index, before)
        if of_module:
            return of_module
        if len(operation.outputs) > 1:
            return _output_title(trace, tensor.op, operation.outputs.index(index))
        if not operation.in_place and operation.name in typed_as("x[i]") and (place := _written_place(operation.text)):
            return place
        written = operation.inputs[0].tensors if operation.in_place and operation.inputs else None
        if written and trace.tensors[written[0]].identity == tensor.identity:
            return before[written[0]]
        return operation.text if is_whole(trace, tensor.op) else call_text(operation, before)
    head, bracket, _ = tensor.text.partition("(")
    return tensor.text if columns(tensor.text) <= EXPRESSION_COLUMNS else f"{head}(…)" if bracket else head


def hub_title(trace: Trace, index: int) -> str:
    """Return what an operation with several outputs is called."""
    operation = trace.ops[index]
    return operation.text if operation.name in operation.text else _plain(operation.name)


def _output_title(trace: Trace, index: int, number: int) -> str:
    """Return what one of several outputs is called."""
    operation = trace.ops[index]
    if operation.name in _NORMS and number:
        return _NORMS_ALSO_GIVE[number - 1]
    return f"{hub_title(trace, index)}[{number}]"


def is_whole(trace: Trace, index: int) -> bool:
    """Return whether an operation gives what its expression stands for, and not only a part on the way.

    `model(x)` runs many operations; only the last one's result is `model(x)`.
    """
    operation = trace.ops[index]
    if not operation.text or operation.in_place or operation.name in _names_in(operation.text):
        return bool(operation.text)
    if _names_in(operation.text)[:1] in (("backward",), ("grad",)):
        return False
    made = set(operation.outputs)
    for following in trace.ops[index + 1 : index + 1 + MOST_LOOKED_AHEAD]:
        if (following.line, following.text) != (operation.line, operation.text):
            return True
        if made.intersection(t for argument in following.inputs for t in argument.tensors or ()):
            return False
    return True


def call_text(operation: Operation, titles: list[str]) -> str:
    """Return an operation on the titles of its inputs, `relu(h)` or `h × …`; the ellipsis stands for a long one."""

    def name(argument: Argument) -> Expression:
        if argument.tensors is None:
            return option(argument)
        names = [_operand(titles[t]) for t in argument.tensors]
        return names[0] if len(names) == 1 else [",", *names]

    inputs = [argument for argument in in_written_order(operation) if not is_usual(argument)]
    text = linear(called(operation, as_call([name(argument) for argument in inputs], inputs)))
    text = _plain(text).replace(f" ({LONG})", f" {LONG}")
    text = text.replace(f"({LONG}) ", f"{LONG} ") if text.startswith("(") else text
    is_vague = text.count(LONG) > 1 or columns(text) > EXPRESSION_COLUMNS
    plain = _plain(operation.name)
    return f"{plain}({LONG})" if is_vague and text.startswith(f"{plain}(") else text


def _operand(title: str) -> str:
    """Return a title as that of an operand: of a long path the last part, an ellipsis for a long expression."""
    if columns(title) > OPERAND_COLUMNS and title.replace(".", "").isidentifier():
        title = title.rpartition(".")[2]
    return title if 0 < columns(title) <= OPERAND_COLUMNS else LONG


def _plain(text: str) -> str:
    """Return a text without what tells the functions apart that PyTorch calls for others."""
    return _INTERNAL.sub("", text)


@lru_cache(2048)
def _names_in(text: str) -> tuple[str, ...]:
    """Return names of operations that an expression's outermost part can stand for."""
    node = _parsed(text)
    match node:
        case ast.BinOp(op=operator) | ast.UnaryOp(op=operator):
            return typed_as(_SIGNS.get(type(operator)))
        case ast.Compare():
            return _COMPARED
        case ast.Subscript():
            return typed_as("x[i]")
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)) | ast.Attribute(attr=name):
            return name, name.removesuffix("_")
    return ()


@lru_cache(2048)
def _operands(text: str) -> tuple[str, ...]:
    """Return the names of an expression's operands, "" where an operand is more than a name."""
    match _parsed(text):
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            parts = [left, right]
        case ast.Assign(targets=[ast.Subscript(value=owner, slice=index)], value=value):
            parts = [owner, index, value]
        case ast.UnaryOp(operand=operand):
            parts = [operand]
        case ast.Compare(left=left, comparators=rest):
            parts = [left, *rest]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name)), args=args) if name in _MODULES:
            parts = args
        case ast.Call(func=ast.Attribute(value=owner), args=args):
            parts = [owner, *args]
        case ast.Call(args=args):
            parts = args
        case ast.Subscript(value=owner) | ast.Attribute(value=owner):
            parts = [owner]
        case _:
            return ()
    return tuple(part.id if isinstance(part, ast.Name) else "" for part in parts if not isinstance(part, ast.Constant))


@lru_cache(2048)
def _written_place(text: str) -> str:
    """Return the place that a statement writes to, `w[0]` of `w[0] = 5.`, "" where it is no part of something."""
    match _parsed(text):
        case ast.Assign(targets=[ast.Subscript() as target]) | ast.AugAssign(target=ast.Subscript() as target):
            return ast.unparse(target)
    return ""


@lru_cache(2048)
def _parsed(text: str) -> ast.AST | None:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not body:
        return None
    return body[0].value if isinstance(body[0], ast.Expr) else body[0]
