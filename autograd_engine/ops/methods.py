"""Putting the operators on Tensor: its methods, and what `+`, `<`, `[]` and the others mean."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from ..graph.formulas import recording
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import HOMES, parse_calls
from ..op.signatures import parsed, recorded
from .arithmetic import _rsub, _rsub_scalar, _true_divide
from .compare import eq
from .create import constant_like
from .from_data import array_from
from .matmul import matmul
from .power import _pow, _pow_scalar

_BINARY = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "true_divide", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
_COMPARISONS = ("lt", "le", "gt", "ge", "ne")
_UNARY = {"neg": "neg", "abs": "abs", "pos": "positive"}
_OPERANDS = (Tensor, bool, int, float, np.number, np.bool_)


# What the methods that are no operators take, for the errors of wrong calls.
_SIGNATURES = {
    "item": "", "tolist": "", "retain_grad": "", "numpy": "*, bool force = False",
    "requires_grad_": "bool requires_grad = True",
}  # fmt: skip


def attach() -> None:
    """Make every function published for Tensor a method, and give the class its operators."""
    methods = dict(HOMES["Tensor"])
    for name, method in methods.items():
        if name.endswith("_") and recorded("torch", name):  # PyTorch has it as a function, too
            HOMES["torch"].setdefault(name, method)
    parse_calls()
    for name, method in HOMES["Tensor"].items():
        if name not in Tensor.__dict__:
            setattr(Tensor, name, method)
    for name, signature in _SIGNATURES.items():
        setattr(Tensor, name, parsed(getattr(Tensor, name), name, (signature,), method=True))
    for dunder, name in _BINARY.items():
        setattr(Tensor, f"__{dunder}__", _operator(methods[name]))
        if f"{name}_" in methods:
            setattr(Tensor, f"__i{dunder}__", _operator(methods[f"{name}_"], in_place=True))
    Tensor.__truediv__ = _true_divide.op.operator
    Tensor.__pow__ = _power
    Tensor.__matmul__ = _matmul
    Tensor.__rmatmul__ = _rmatmul
    for name in _COMPARISONS:
        setattr(Tensor, f"__{name}__", _operator(methods[name]))
    Tensor.__eq__ = _equal
    for dunder, name in _UNARY.items():
        setattr(Tensor, f"__{dunder}__", methods[name])
    Tensor.__invert__ = _invert
    for dunder in ("add", "mul", "and", "or", "xor"):
        setattr(Tensor, f"__r{dunder}__", getattr(Tensor, f"__{dunder}__"))
    for dunder, reflected in _REFLECTED.items():
        setattr(Tensor, f"__r{dunder}__", _operator(reflected))
    for dunder in _NAMED:
        setattr(Tensor, dunder, _under(dunder, vars(Tensor)[dunder]))
    Tensor.__rtruediv__ = Tensor.__rdiv__ = _under("__rdiv__", _over)


# What goes by the name of the operator, not by that of a method, where a program sees the function (`__torch_function__`).
_NAMED = (
    "__getitem__ __setitem__ __eq__ __invert__ __floordiv__ __rfloordiv__ __rsub__ __rpow__ __rmod__ __rmatmul__ __rlshift__ "
    "__rrshift__ __and__ __or__ __xor__ __lshift__ __rshift__ __iand__ __ior__ __ixor__ __ilshift__ __irshift__"
).split()


def _under(name: str, method: Callable) -> Callable:
    """Return a method under another name, as a function of its own."""
    if hasattr(method, "op"):
        return method.op.operator_named(name)
    own = FunctionType(method.__code__, method.__globals__, name, method.__defaults__, method.__closure__)
    return functools.update_wrapper(own, method, ("__doc__", "__kwdefaults__"))


def _operator(method: Callable, *, in_place: bool = False) -> Callable:
    """Return a method as an operator: what it cannot take is left to the other operand, and to Python's message."""
    if hasattr(method, "op") and not in_place:
        return method.op.operator

    def operator(self: Tensor, other: Any) -> Any:
        if type(other) is Tensor or isinstance(other, _OPERANDS):
            return method(self, other.item() if isinstance(other, np.generic) else other)
        return NotImplemented

    return operator


def _matmul(self: Tensor, other: Any) -> Any:
    return matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def _rmatmul(self: Tensor, other: Any) -> Any:
    return matmul(other, self) if isinstance(other, Tensor) else NotImplemented


def _equal(self: Tensor, other: Any) -> Any:
    """`self == other`; the one comparison that takes numpy's arrays too."""
    operator = eq.op.operator
    return operator(self, wrap(array_from(other, None)) if type(other) is np.ndarray else other)


def _power(self: Tensor, other: Any) -> Any:
    """`self ** other`."""
    if isinstance(other, Tensor):
        return _pow.op.call(self, other)
    return _pow_scalar.op.call(self, other) if isinstance(other, _OPERANDS) else NotImplemented


def _invert(self: Tensor) -> Tensor:
    """`~self`."""
    if self._data.dtype.kind == "f":
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return HOMES["Tensor"]["bitwise_not"](self)


def _minus(self: Tensor, other: Any) -> Tensor:
    """`other - self`; formulas, which are C++, subtract from a filled tensor."""
    if recording.count and recording.here():
        return constant_like(self, other) - self
    return (_rsub if isinstance(other, Tensor) else _rsub_scalar).op.call(self, other)


def _over(self: Tensor, other: Any) -> Tensor:
    """`other / self`; formulas, which are C++, divide a filled tensor."""
    if recording.count and recording.here():
        return constant_like(self, other) / self
    try:
        return self.reciprocal() * other
    except TypeError:
        return NotImplemented


_REFLECTED = {
    "sub": _minus,
    "div": _over,
    "floordiv": lambda self, other: HOMES["torch"]["floor_divide"](other, self),
    "pow": lambda self, other: HOMES["torch"]["pow"](other, self),
    "mod": lambda self, other: HOMES["torch"]["remainder"](other, self),
    "lshift": lambda self, other: HOMES["torch"]["bitwise_left_shift"](other, self),
    "rshift": lambda self, other: HOMES["torch"]["bitwise_right_shift"](other, self),
}
