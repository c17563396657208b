"""`torch.autograd._functions`: custom Functions that PyTorch once had in Python."""

from __future__ import annotations

import math
from typing import Any

from ...function import Function
from ...tensor import Tensor

__all__ = ["Resize"]


class Resize(Function):
    """A view of another shape, as a custom Function."""

    @staticmethod
    def forward(ctx: Any, tensor: Tensor, sizes: tuple) -> Tensor:
        """Return the tensor with the shape `sizes`, which has to have as many elements."""
        if tensor.numel() != math.prod(sizes):
            raise RuntimeError(
                f"requested resize to {'x'.join(map(str, sizes))} ({math.prod(sizes)} elements in total), but the given tensor "
                f"has a size of {'x'.join(map(str, tensor.size()))} ({tensor.numel()} elements). autograd's resize can only "
                "change the shape of a given tensor, while preserving the number of elements. "
            )
        ctx.input_sizes = tensor.size()
        return tensor.contiguous().view(*sizes)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple:
        """Return the gradient in the shape of the input."""
        return grad.contiguous().view(ctx.input_sizes), None
