"""Max pooling: the largest element of each window."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..base import errors
from ..base.layouts import keeping_format
from ..graph.grad_mode import grad_enabled
from ..graph.tensor import Tensor
from ..op.namespaces import function, named, publish
from ..op.op import op
from ..op.signatures import takes
from .create import zeros_as
from .pool import (
    DILATED,
    SEQUENCES,
    Windows,
    batched,
    check_pool,
    int_tuple,
    largest,
    max_pool_double_backward,
    omitted,
    one_int,
    require_sequences,
    scattered,
)
from .squeeze import _squeeze_dim, unsqueeze


def _max_pool_op(ndim: int) -> Callable:
    @op(
        f"MaxPool{ndim}DWithIndicesBackward0",
        outputs=("result0", "result1"),
        differentiable=1,
        self=lambda grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1: backward(
            grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1
        ),
    )
    @named(f"_max_pool{ndim}d_with_indices")
    @keeping_format
    def max_pool(self, kernel_size, stride, padding, dilation, ceil_mode):
        if self.dtype.kind == "b":
            raise errors.not_implemented(f"max_pool{ndim}d", self.dtype)
        images = batched(self, ndim)
        shape = Windows(kernel_size, stride or kernel_size, padding, dilation, ceil_mode)
        values, places = largest(images, shape)
        return values.reshape(*self.shape[:-ndim], *values.shape[2:]), places.reshape(
            *self.shape[:-ndim], *values.shape[2:]
        )

    @op(
        f"MaxPool{ndim}DWithIndicesBackwardBackward0",
        grad_output=lambda grad, indices: max_pool_double_backward(grad, indices, ndim),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_max_pool{ndim}d_with_indices_backward")
    @functools.partial(keeping_format, of=1)
    def backward(grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices: Tensor):
        return scattered(grad_output, indices, self.shape, ndim)

    return max_pool


_max_pools = {ndim: _max_pool_op(ndim) for ndim in (2, 3)}


def _max_pool(
    ndim: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> tuple[Tensor, Tensor]:
    """Return the largest elements and their places, for 2 or 3 spatial dimensions."""
    name = f"max_pool{ndim}d"
    if not isinstance(input, Tensor):
        raise errors.not_a_tensor(name, "input", 1, input)
    kernel = int_tuple(kernel_size, ndim, name, "kernel_size", 2)
    stride = () if omitted(stride) else int_tuple(stride, ndim, name, "stride", 3)
    padding = int_tuple(padding, ndim, name, "padding", 4)
    dilation = int_tuple(dilation, ndim, name, "dilation", 5)
    check_pool(name, input, kernel, stride or kernel, padding, dilation, ceil_mode)
    return _max_pools[ndim](input, kernel, stride, padding, dilation, ceil_mode)


def _define_max_pool(ndim: int) -> None:
    """Define max_pool2d or max_pool3d, and the forms that return indices."""

    def with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        return _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)

    def plain(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
        return _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)[0]

    def either(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        found = _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)
        return found if return_indices else found[0]

    doc = f"Return the largest element of each window of {ndim}-dimensional images."
    for definition, name, home in (
        (with_indices, f"max_pool{ndim}d_with_indices", "nn.functional"),
        (plain, f"max_pool{ndim}d", "torch"),
        (either, f"_max_pool{ndim}d", "nn.functional"),
    ):
        definition.__doc__ = doc
        function(home, name=name)(definition)
    _publish_dispatch(f"max_pool{ndim}d", either)


def _publish_dispatch(name: str, definition: Callable) -> None:
    """Publish what chooses by `return_indices`; only its TypeErrors show its own name, with an underscore."""
    publish(name, definition, ("nn.functional",))
    definition.__name__ = name


for _ndim in (2, 3):
    _define_max_pool(_ndim)


@function("torch", "nn.functional")
@takes(f"{SEQUENCES}{DILATED}", "max_pool1d_with_indices")
def max_pool1d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Return the largest element of each window of sequences, and its place."""
    require_sequences("max_pool1d", input)
    stride = kernel_size if omitted(stride) else stride
    options = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "dilation": dilation}
    k, s, p, d = (one_int("max_pool1d", name, value) for name, value in options.items())
    values, places = _max_pool(2, unsqueeze(input, -2), (1, k), (1, s), (0, p), (1, d), ceil_mode)
    return _squeeze_dim(values, -2), _squeeze_dim(places, -2)


@function("torch", name="max_pool1d")
@takes(f"{SEQUENCES}{DILATED}", "max_pool1d")
def max_pool1d_values(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Return the largest element of each window of sequences."""
    if input.requires_grad and grad_enabled() or input._data.dtype.kind == "f":
        return max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)[0]
    raise errors.not_implemented("max_pool1d_impl", input._data.dtype)


@function("nn.functional", name="_max_pool1d")
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Return the largest element of each window of sequences."""
    pool = max_pool1d_with_indices if return_indices else max_pool1d_values
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


_publish_dispatch("max_pool1d", max_pool1d)
