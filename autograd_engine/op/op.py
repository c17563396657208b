"""Operators: one definition each, from which the machinery makes everything else.

    @pointwise(self=lambda grad, other: grad * other,
               other=lambda grad, self: grad * self)
    def mul(self, other: Operand):
        \"\"\"Multiply elementwise: out = self * other.\"\"\"
        return self * other

The body is the forward, on arrays. A keyword of the decorator is the backward formula of that input. What a formula
names is what the node saves: `grad` (or `grads`) is what arrives, `result` an output, `self_sym_sizes` the shape of
`self` without its values, every other name the argument of that name. A formula is array-generic: it uses operators and
other ops only, so that it runs on raw arrays in a plain backward and on tensors under create_graph.

From a definition come: a Node subclass (`MulBackward0`) with `apply` for both; the function on tensors, generated as
source and compiled, so that the path every operation takes has no loop and no table look-up in it; the in-place variant
(inplace.py); and the operator's page, since the text of the formula that ran is kept.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import errors
from ..base.promotion import result_dtype
from ..graph.tensor import Tensor
from . import inplace
from .arguments import REQUIRED, explained, not_implemented, refused
from .call import call_of, dispatcher
from .node_class import node_class
from .operands import in_float32, promoted, promoted_float
from .right_to_left import definition_of
from .shown import show

if TYPE_CHECKING:
    from ..graph.node import Node
from .namespaces import OPS, function, publish

# Annotations of parameters. A parameter with a formula is a tensor without saying so.
Operand = Tensor | float  # a tensor or a Python number


Number = float  # a Python number that is no operand


Mask = Tensor  # a tensor that is broadcast with the others but not promoted


Tensors = list[Tensor]


PLAIN, POINTWISE, FLOAT, VIEW, SHARED = "plain", "pointwise", "float", "view", "shared"


@dataclass(frozen=True)
class OpParameter:
    """One parameter of an operator: its name, and what may be passed."""

    name: str
    tensor: bool = False
    number: bool = False  # a tensor parameter that takes Python numbers too
    mask: bool = False  # a tensor parameter that is not promoted
    many: bool = False  # a sequence of tensors
    optional: bool = False  # a tensor parameter that may be None
    keyword: bool = False
    default: Any = REQUIRED
    required: bool = False
    kind: str = ""  # what it takes, as PyTorch's messages say; "" for what is not checked

    def takes(self, value: Any) -> bool:
        """Return whether a value is of the kind the parameter takes."""
        if value is REQUIRED:
            return False
        if self.many or not self.kind or value is self.default or self.optional and value is None:
            return True
        if self.tensor and isinstance(value, Tensor):
            return True
        if self.number or self.kind == "Number":
            return isinstance(value, bool | int | float | np.number | np.bool_)
        return self.kind == "int" and isinstance(value, int | np.integer) and not isinstance(value, bool)


@dataclass(frozen=True)
class Formula:
    """The backward formula of one input (or of several at once): what it computes and what it names."""

    inputs: tuple[str, ...]
    function: Callable

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names the formula uses, `grad` or `grads` first."""
        return tuple(inspect.signature(self.function).parameters)


class Op:
    """An operator: its kernel on arrays, its formulas, its Node class and the functions on tensors made from them.

    Attributes: `name` (unique), `label` (as shown to users), `kernel`, `formulas`, `kind`, `outputs` (names of the outputs,
    or None for a list), `check` (None, or what refuses operands before they are promoted), `scalar` (None, or the operator
    whose node stands for it beside a number in a formula), `fits` (the inputs whose gradients may come in another shape or
    dtype than theirs), `call`, the method, and its forms `function`, as torch.<name> with `out=`, and `operator`, as
    `a + b` needs it.
    """

    def __init__(
        self,
        kernel: Callable,
        kind: str,
        grad_fn: str | None,
        outputs: tuple | None,
        differentiable: int,
        formulas: dict,
        check: Callable | None = None,
        scalar: Callable | None = None,
        fits: tuple[str, ...] = (),
    ) -> None:
        self.kernel = kernel
        self.kind = kind
        self.check = check
        self.scalar = scalar and scalar.op
        self.fits = fits
        self.name = kernel.__name__
        self.outputs = outputs
        self.differentiable = len(outputs) if outputs and not differentiable else differentiable
        self.formulas = tuple(
            Formula(tuple(key.replace(" ", "").split(",")), function) for key, function in formulas.items()
        )
        self.grad_fn = grad_fn or camel_case(self.name) + "Backward0"
        self.label = _label(self.name, self.grad_fn)
        self.call = call_of(self, refused)

    @cached_property
    def doc(self) -> str:
        """The page of the operator in the reference."""
        return inspect.getdoc(self.kernel) or ""

    @cached_property
    def parameters(self) -> list[OpParameter]:
        """The parameters of the kernel, in order."""
        return _parameters(self.kernel, {name for formula in self.formulas for name in formula.inputs})

    @cached_property
    def node(self) -> type[Node] | None:
        """The Node subclass of the operator, None if no input is differentiable."""
        return node_class(self) if self.formulas else None

    @property
    def takes_numbers(self) -> bool:
        """Whether the first operand may be a number."""
        return "Operand" in str(self.kernel.__annotations__.get(self.parameters[0].name))

    @property
    def elementwise(self) -> bool:
        """Whether each element of the result is computed from the elements of the operands at its place."""
        return self.kind in (POINTWISE, FLOAT)

    @cached_property
    def function(self) -> Callable:
        """The operator as torch.<name>, which takes `out=`; a view cannot go elsewhere."""
        return call_of(self, refused, home="torch", out=self.kind not in (VIEW, SHARED))

    @cached_property
    def in_place(self) -> Callable:
        """The operator as <name>_, which overwrites its first tensor."""
        return inplace.variant(self)

    @cached_property
    def operator(self) -> Callable:
        """The operator as `a + b` needs it: operands it cannot take are left to the other one."""
        return self.operator_named(self.label)

    def operator_named(self, name: str) -> Callable:
        """Return the operator as `a + b` needs it under a name of its own, such as `__floordiv__`."""
        operator = call_of(self, not_implemented)
        operator.__name__ = operator.__qualname__ = name
        return operator

    @cached_property
    def inputs(self) -> list[OpParameter]:
        """The tensor parameters with a formula, in order: the node's edges."""
        named = [name for formula in self.formulas for name in formula.inputs]
        return [p for p in self.parameters if p.name in named]

    @cached_property
    def promoted(self) -> list[OpParameter]:
        """The tensor parameters whose dtypes decide in which one an elementwise operator computes."""
        return [p for p in self.parameters if p.tensor and not p.mask]

    @cached_property
    def tensors(self) -> list[OpParameter]:
        """All parameters that are tensors."""
        return [p for p in self.parameters if p.tensor]

    @cached_property
    def _kernel_in_float32(self) -> Callable:
        return in_float32(self.kernel)

    def compute(self, arguments: dict[str, Any]) -> Any:
        """Run the kernel on the arrays of `arguments`, promoted as the operator promotes, without recording."""
        values = dict(arguments)
        for p in self.tensors:
            value = values[p.name]
            if isinstance(value, Tensor):
                values[p.name] = value._data
            elif p.many:
                values[p.name] = [None if t is None else t._data for t in value]
        kernel = self.kernel
        if self.elementwise:
            names = [p.name for p in self.promoted]
            operands = tuple(values[name] for name in names)
            if self.check is not None:
                self.check(*operands)
            promote = promoted if self.kind == POINTWISE else promoted_float
            values.update(zip(names, promote(operands), strict=True))
            kernel = self._kernel_in_float32
        named = {p.name: values[p.name] for p in self.parameters if p.keyword}
        try:
            return kernel(*[values[p.name] for p in self.parameters if not p.keyword], **named)
        except (TypeError, ValueError, AttributeError) as error:
            raise explained(self, arguments, error) from None

    def named(self, name: str, grad_fn: str, kernel: Callable | None = None, kind: str | None = None) -> Op:
        """Return another operator with the same formulas: under another name, with a node of its own, and maybe with another
        kernel of another kind."""

        @functools.wraps(self.kernel)
        def same(*args: Any, **named: Any) -> Any:
            return (kernel or self.kernel)(*args, **named)

        same.__name__ = name
        formulas = {",".join(formula.inputs): formula.function for formula in self.formulas}
        other = Op(same, kind or self.kind, grad_fn, self.outputs, self.differentiable, formulas, fits=self.fits)
        OPS[name] = other
        return other

    def formula_text(self, name: str) -> str:
        """Return the source of the formula of input `name`, as it ran."""
        formula = next(f for f in self.formulas if name in f.inputs)
        return _sources(inspect.unwrap(self.kernel))[", ".join(formula.inputs)]

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def op(
    grad_fn: str | None = None,
    /,
    *,
    outputs: Any = ("result",),
    differentiable: int = 0,
    fits: tuple[str, ...] = (),
    shown: str | dict[str, str] = "",
    **formulas: Callable,
) -> Callable:
    """Define an operator; keywords are the formulas of its differentiable inputs.

    `grad_fn` is the name PyTorch gives the node where it is not the op's name + "Backward0". `outputs` names several
    outputs (None: a list of unknown length), of which the first `differentiable` have a gradient (0: all). `fits` names the
    inputs whose gradients, once all formulas ran, are summed to their shape and cast to their dtype. `shown` is what the
    operator computes as plain maths, for readers of the formulas that call it (shown.py).
    """
    return _definer(PLAIN, grad_fn, outputs, differentiable, formulas, fits=fits, shown=shown)


def pointwise(
    grad_fn: str | None = None,
    /,
    *,
    check: Callable | None = None,
    scalar: Callable | None = None,
    outputs: Any = ("result",),
    shown: str | dict[str, str] = "",
    **formulas: Callable,
) -> Callable:
    """Define an elementwise operator: its inputs are broadcast and promoted to one dtype.

    `check(operands)` is called before the promotion, unless all are float32, and raises what PyTorch raises for dtypes
    the operator does not take. `scalar` is the operator of PyTorch's overload for a number as the second operand, which
    its formulas use (see formulas.py).
    """
    return _definer(POINTWISE, grad_fn, outputs, 0, formulas, check, scalar, shown=shown)


def pointwise_float(
    grad_fn: str | None = None,
    /,
    *,
    check: Callable | None = None,
    scalar: Callable | None = None,
    **formulas: Callable,
) -> Callable:
    """Define an elementwise operator that computes in floating point, also for integers."""
    return _definer(FLOAT, grad_fn, ("result",), 0, formulas, check, scalar)


def view(
    grad_fn: str | None = None, /, *, outputs: Any = ("result",), history: bool = True, **formulas: Callable
) -> Callable:
    """Define an operator whose output shares the memory and the version counter of `self`.

    Without `history` the output is no view to autograd: it never has a gradient, whatever is written to either.
    """
    return _definer(VIEW if history else SHARED, grad_fn, outputs, 0, formulas)


def implemented(kernel_name: str, kinds: str) -> Callable:
    """Return a `check` that refuses operands whose common dtype is not of these kinds (numpy's letters "fiub")."""

    def check(*operands: Any) -> None:
        dtype = result_dtype(operands)
        if dtype.kind not in kinds:
            errors.broadcast_shape(*map(np.shape, operands))
            raise errors.not_implemented(kernel_name, dtype)

    return check


def in_place(definition: Callable) -> Callable:
    """Return the in-place form of an operator, for composites such as `clamp_` that pick one."""
    return definition.op.in_place


def overloads(name: str, of_tensor: Callable, of_number: Callable, doc: str) -> None:
    """Publish a function and its in-place form whose last argument is a tensor or a number, with an operator for each."""
    last = of_tensor.op.parameters[-1].name

    def chosen(args: tuple, named: dict[str, Any]) -> Op:
        return (of_tensor if isinstance(named.get(last, args[-1]), Tensor) else of_number).op

    def call(*args: Any, **named: Any) -> Any:
        return chosen(args, named).call(*args, **named)

    def write(*args: Any, **named: Any) -> Any:
        return chosen(args, named).in_place(*args, **named)

    call.__doc__, write.__doc__ = doc, f"In-place version of `{name}`."
    function(out=True, name=name)(call)
    function("Tensor", name=f"{name}_")(write)


def not_differentiable(name: str) -> Callable:
    """Return the formula of an operator for which PyTorch has none: it raises its error."""

    def formula(grad: Any) -> None:
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return formula


def no_derivative(name: str) -> Callable:
    """Return the formula of an input for which PyTorch has none: it raises its error."""

    def formula(grad: Any) -> None:
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    return formula


def _definer(
    kind: str,
    grad_fn: str | None,
    outputs: Any,
    differentiable: int,
    formulas: dict,
    check: Callable | None = None,
    scalar: Callable | None = None,
    fits: tuple[str, ...] = (),
    shown: str | dict[str, str] = "",
) -> Callable:
    def define(kernel: Callable) -> Callable:
        if shown:
            show(kernel, shown)
        operator = Op(kernel, kind, grad_fn, outputs, differentiable, formulas, check, scalar, fits)
        OPS[operator.name] = operator
        if not operator.name.startswith("_"):
            publish(operator.name, operator.function, ("torch",))
            publish(operator.name, operator.call, ("Tensor",))
            if kind in (POINTWISE, FLOAT):
                publish(operator.name + "_", operator.in_place, ("Tensor",))
        return dispatcher(operator)

    return define


# ---- reading a definition


_TENSORS = ("Tensor", "Operand", "Mask")


def _parameters(kernel: Callable, differentiable: set[str]) -> list[OpParameter]:
    found = []
    for p in inspect.signature(kernel).parameters.values():
        note = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", "")
        tensor = (
            p.name in differentiable or p.name == "self" and note != "Number" or any(kind in note for kind in _TENSORS)
        )
        found.append(
            OpParameter(
                p.name,
                tensor=tensor,
                number="Operand" in note and bool(found),
                mask="Mask" in note,
                many="Tensors" in note,
                optional="None" in note,
                keyword=p.kind is p.KEYWORD_ONLY,
                default=REQUIRED if p.default is p.empty else p.default,
                required=p.default is p.empty,
                kind="Tensor" if tensor else {"Number": "Number", "int": "int"}.get(note.removesuffix(" | None"), ""),
            )
        )
    return found


def camel_case(name: str) -> str:
    """Return `log_softmax` as `LogSoftmax` and `log1p` as `Log1P`."""
    return re.sub(r"(^|_|(?<=\d))([a-z])", lambda found: found[2].upper(), name)


def snake_case(grad_fn: str) -> str:
    """Return `LogSoftmaxBackward0` as `log_softmax` and `MaxPool2DBackward0_copy` as `max_pool2d_copy`."""
    return re.sub(r"(?<=[^\d_])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])", "_", _stem(grad_fn)).lower()


def _stem(grad_fn: str) -> str:
    return re.sub(r"Backwards?\d*(?=$|_copy$)", "", grad_fn)


def _label(name: str, grad_fn: str) -> str:
    """Return what an operator is called, which for an internal one is what its node is named after."""
    label = name.lstrip("_")
    is_named = label == name or camel_case(label) == _stem(grad_fn) or "Backward" not in grad_fn
    return label if is_named else snake_case(grad_fn)


@functools.cache
def _sources(kernel: Callable) -> dict[str, str]:
    """Return the source text of each formula in the decorator above `kernel`, by input."""
    return _formula_sources(definition_of(kernel), linecache.getlines(kernel.__code__.co_filename))


def _formula_sources(definition: ast.FunctionDef, lines: list[str]) -> dict[str, str]:
    found = {}
    for decorator in definition.decorator_list:
        for keyword in getattr(decorator, "keywords", []):
            if keyword.arg is not None:
                found[keyword.arg] = _source(keyword.value, lines)
            else:  # **{"self, other": lambda ...}
                for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                    found[key.value] = _source(value, lines)
    return found


def _source(formula: ast.expr, lines: list[str]) -> str:
    """Return the source of a formula on one line: of a lambda, also of one that is `spelled`, what it computes."""
    if isinstance(formula, ast.Call) and isinstance(formula.args[-1], ast.Lambda):
        formula = formula.args[-1]
    part = formula.body if isinstance(formula, ast.Lambda) else formula
    # ast.get_source_segment would split the whole file again for each of them.
    rows = [line.encode() for line in lines[part.lineno - 1 : part.end_lineno]]  # columns are counted in bytes
    rows[-1] = rows[-1][: part.end_col_offset]
    rows[0] = rows[0][part.col_offset :]
    return " ".join(b"".join(rows).decode().split())
