"""`torch.autograd._functions`: custom Functions that PyTorch once had in Python."""

from __future__ import annotations

import math
from typing import Any

from ...base.warn import warn
from ...graph.tensor import Tensor
from ...passes.function import Function

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


def resize(self: Tensor, *sizes: Any) -> Tensor:
    """Return a view of another shape."""
    warn("non-inplace resize is deprecated")
    return Resize.apply(self, sizes)


def resize_as(self: Tensor, tensor: Tensor) -> Tensor:
    """Return a view of the shape of another tensor."""
    warn("non-inplace resize_as is deprecated")
    return Resize.apply(self, tensor.size())


Tensor.resize, Tensor.resize_as = resize, resize_as
