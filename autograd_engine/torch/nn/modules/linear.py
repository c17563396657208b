"""Linear maps, and the module that does nothing."""

from __future__ import annotations

import math
from typing import Any

from ....graph.tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import UninitializedParameter, allocated
from .lazy import LazyModuleMixin
from .module import Module

__all__ = ["Identity", "LazyLinear", "Linear"]


class Identity(Module):
    """Hand the input on; any arguments are ignored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """Return the input."""
        return input


class Linear(Module):
    """out = input @ weight.T + bias."""

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = allocated((out_features, in_features), device, dtype)
        self.register_parameter("bias", allocated(out_features, device, dtype) if bias else None)
        self._initialize()

    def reset_parameters(self) -> None:
        """Draw weight and bias anew."""
        reset_affine(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Map the last dimension, from in_features to out_features."""
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the sizes."""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


def reset_affine(weight: Tensor, bias: Tensor | None) -> None:
    """Draw the weight of a linear map or convolution, then its bias, both uniform in 1 / sqrt(fan_in)."""
    init.kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None:
        fan_in, _ = init.fan_in_and_out(weight)
        bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
        init.uniform_(bias, -bound, bound)


class NonDynamicallyQuantizableLinear(Linear):
    """The Linear inside of attention."""


class LazyLinear(LazyModuleMixin, Linear):
    """A Linear that takes in_features from its first input, and is a Linear from then on."""

    cls_to_become = Linear
    _size = "in_features"

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(0, 0, False)
        self.out_features = out_features
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def initialize_parameters(self, input: Tensor) -> None:
        """Give weight and bias the size that fits `input`."""
        self.in_features = input.shape[-1]
        self.weight.materialize((self.out_features, self.in_features))
        if self.bias is not None:
            self.bias.materialize((self.out_features,))
        self._initialize()
