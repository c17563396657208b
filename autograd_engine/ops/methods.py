"""Putting the operators on Tensor: its methods, and what `+`, `<`, `[]` and the others mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import backward as passes
from ..op import HOMES, function
from ..tensor import Tensor

_BINARY = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_UNARY = {"neg": "neg", "abs": "abs", "invert": "bitwise_not", "pos": "positive"}
_OPERANDS = (Tensor, bool, int, float, np.number, np.bool_)


@function("Tensor")
def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None) -> None:
    """Compute the gradients of this tensor and add them to the `.grad` of the leaves it depends on."""
    passes.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


def attach() -> None:
    """Make every function published for Tensor a method, and give the class its operators."""
    methods = HOMES["Tensor"]
    for name, method in methods.items():
        if name not in Tensor.__dict__:
            setattr(Tensor, name, method)
    for dunder, name in _BINARY.items():
        if name not in methods: continue
        setattr(Tensor, f"__{dunder}__", _operator(methods[name]))
        if f"{name}_" in methods:
            setattr(Tensor, f"__i{dunder}__", methods[f"{name}_"])
    for name in _COMPARISONS:
        setattr(Tensor, f"__{name}__", _operator(methods[name]))
    for dunder, name in _UNARY.items():
        if name not in methods: continue
        setattr(Tensor, f"__{dunder}__", methods[name])
    for dunder in ("add", "mul", "and", "or", "xor"):
        if not hasattr(Tensor,f"__{dunder}__"): continue
        setattr(Tensor, f"__r{dunder}__", getattr(Tensor, f"__{dunder}__"))
    for dunder, reflected in _REFLECTED.items():
        setattr(Tensor, f"__r{dunder}__", _operator(reflected))


def _operator(method: Callable) -> Callable:
    """Return a method as an operator: what it cannot take is left to the other operand, and to Python's message."""
    if hasattr(method, "op"):
        return method.op.operator

    def operator(self: Tensor, other: Any) -> Any:
        if type(other) is Tensor or isinstance(other, _OPERANDS):
            return method(self, other)
        return NotImplemented

    return operator


_REFLECTED = {
    "sub": lambda self, other: HOMES["Tensor"]["rsub"](self, other),
    "truediv": lambda self, other: self.reciprocal() * other,
    "floordiv": lambda self, other: HOMES["torch"]["floor_divide"](other, self),
    "pow": lambda self, other: HOMES["torch"]["pow"](other, self),
    "mod": lambda self, other: HOMES["torch"]["remainder"](other, self),
    "matmul": lambda self, other: other.matmul(self),
    "lshift": lambda self, other: HOMES["torch"]["bitwise_left_shift"](other, self),
    "rshift": lambda self, other: HOMES["torch"]["bitwise_right_shift"](other, self),
}
