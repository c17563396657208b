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

import functools
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..base import errors
from ..base.promotion import result_dtype
from ..graph.node import Node
from ..graph.tensor import Tensor
from . import inplace
from .arguments import explained, not_implemented, refused
from .call import call_of, dispatcher
from .definition import FLOAT, PLAIN, POINTWISE, SHARED, VIEW, Op
from .namespaces import OPS, function, publish
from .node_class import node_class
from .operands import in_float32, promoted, promoted_float
from .shown import show

# Annotations of parameters. A parameter with a formula is a tensor without saying so.
Operand = Tensor | float  # a tensor or a Python number


Number = float  # a Python number that is no operand


Mask = Tensor  # a tensor that is broadcast with the others but not promoted


Tensors = list[Tensor]


class Operator(Op):
    """An operator with what is made of its definition: its Node class, and the functions on tensors."""

    @cached_property
    def call(self) -> Callable:
        """The operator as a method."""
        return call_of(self, refused)

    @cached_property
    def node(self) -> type[Node] | None:
        """The Node subclass of the operator, None if no input is differentiable."""
        return node_class(self) if self.formulas else None

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

    def named(self, name: str, grad_fn: str, kernel: Callable | None = None, kind: str | None = None) -> Operator:
        """Return another operator with the same formulas: under another name, with a node of its own, and maybe with another
        kernel of another kind."""

        @functools.wraps(self.kernel)
        def same(*args: Any, **named: Any) -> Any:
            return (kernel or self.kernel)(*args, **named)

        same.__name__ = name
        formulas = {",".join(formula.inputs): formula.function for formula in self.formulas}
        other = Operator(same, kind or self.kind, grad_fn, self.outputs, self.differentiable, formulas, fits=self.fits)
        OPS[name] = other
        return other


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
    grad_fn: str | None = None, /, *, check: Callable | None = None, scalar: Callable | None = None,
    **formulas: Callable,
) -> Callable:  # fmt: skip
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

    def chosen(args: tuple, named: dict[str, Any]) -> Operator:
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
    kind: str, grad_fn: str | None, outputs: Any, differentiable: int, formulas: dict, check: Callable | None = None,
    scalar: Callable | None = None, fits: tuple[str, ...] = (), shown: str | dict[str, str] = "",
) -> Callable:  # fmt: skip
    def define(kernel: Callable) -> Callable:
        if shown:
            show(kernel, shown)
        operator = Operator(kernel, kind, grad_fn, outputs, differentiable, formulas, check, scalar, fits)
        OPS[operator.name] = operator
        if not operator.name.startswith("_"):
            publish(operator.name, operator.function, ("torch",))
            publish(operator.name, operator.call, ("Tensor",))
            if kind in (POINTWISE, FLOAT):
                publish(operator.name + "_", operator.in_place, ("Tensor",))
        return dispatcher(operator)

    return define
