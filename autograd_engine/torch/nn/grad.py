"""`torch.nn.grad`: the gradients of convolutions as functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.dims import repeated
from ...graph.tensor import Tensor
from ...ops.conv import _convolution_backward


def _gradient(
    grad: Tensor, input: Tensor, weight: Tensor, settings: tuple, groups: int, which: int, dims: int
) -> Tensor:
    stride, padding, dilation = (repeated(n, dims) for n in settings)
    mask = tuple(i == which for i in range(3))
    return _convolution_backward(grad, input, weight, None, stride, padding, dilation, False, (0,), groups, mask)[which]


def _of_dims(dims: int) -> tuple[Callable, Callable]:
    def input_gradient(
        input_size: Any, weight: Tensor, grad_output: Tensor, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
        groups: int = 1,
    ) -> Tensor:  # fmt: skip
        """Return the gradient of a convolution's input."""
        input = grad_output.new_empty(1).expand(input_size)
        return _gradient(grad_output, input, weight, (stride, padding, dilation), groups, 0, dims)

    def weight_gradient(
        input: Tensor, weight_size: Any, grad_output: Tensor, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
        groups: int = 1,
    ) -> Tensor:  # fmt: skip
        """Return the gradient of a convolution's weight."""
        weight = grad_output.new_empty(1).expand(weight_size)
        return _gradient(grad_output, input, weight, (stride, padding, dilation), groups, 1, dims)

    return input_gradient, weight_gradient


for _dims in (1, 2, 3):
    for _name, _function in zip(("input", "weight"), _of_dims(_dims), strict=True):
        _function.__name__ = _function.__qualname__ = f"conv{_dims}d_{_name}"
        globals()[_function.__name__] = _function
