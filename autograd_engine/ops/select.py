"""Views of a part: one index, a slice, a diagonal, or windows that slide along a dimension."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import array_memory
from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op, view
from .shape import END


@view(self=lambda grad, self_sym_sizes, dim, index: _select_backward(grad, self_sym_sizes, dim, index))
def select(self, dim, index):
    """View one index of a dimension, which disappears."""
    if self.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    axis = wrap_dim(dim, self.ndim)
    return self[(slice(None),) * axis + (checked_index(self, index, axis), ...)]


def checked_index(self: Any, index: int, axis: int) -> int:
    """Return an index of a dimension, which must have it."""
    n = self.shape[axis]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}"
        )
    return index


@op(
    "SelectBackwardBackward0",
    grad_output=lambda grad, dim, index: select(grad, dim, index),
    shown="place(grad_output, dim, index)",
)
def _select_backward(grad_output, input_sizes, dim, index):
    whole = np.zeros(input_sizes, grad_output.dtype)
    whole[(slice(None),) * (dim % len(input_sizes)) + (index, ...)] = grad_output
    return whole


@view(
    self=lambda grad, self_sym_sizes, dim, start, end, step: _slice_backward(
        grad, self_sym_sizes, dim, start, end, step
    )
)
def _slice(self, dim=0, start=0, end=END, step=1):
    return self[(slice(None),) * wrap_dim(dim, self.ndim) + (slice(start, end, step),)]


@op(
    "SliceBackwardBackward0",
    grad_output=lambda grad, dim, start, end, step: _slice(grad, dim, start, end, step),
    shown=(
        "place(grad_output, dim, start, end, step) if step != 1 else place(grad_output, dim, start) if end == "
        "9223372036854775807 else place(grad_output, dim, start, end)"
    ),
)
def _slice_backward(grad_output, input_sizes, dim, start, end, step):
    whole = np.zeros(input_sizes, grad_output.dtype)
    whole[(slice(None),) * (dim % len(input_sizes)) + (slice(start, end, step),)] = grad_output
    return whole


@function()
def narrow(input, dim, start, length):
    """View `length` indices of a dimension from `start` on."""
    if isinstance(start, Tensor) and (start._data.ndim or start._data.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    start = narrowed(input._data.shape, dim, start.__index__(), length)
    return _slice(input, dim, start, start + length, 1)


def narrowed(shape: tuple, dim: int, start: int, length: int) -> int:
    """Return where a narrowed dimension starts, counted from 0, or raise PyTorch's error."""
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    n = shape[wrap_dim(dim, len(shape))]
    if not -n <= start <= n:
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start += n * (start < 0)
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return start


@view(
    self=lambda grad, self_sym_sizes, offset, dim1, dim2: _diagonal_backward(grad, self_sym_sizes, offset, dim1, dim2)
)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """View the diagonal of two dimensions as a new last dimension."""
    return diagonal_of(self, offset, dim1, dim2)


def diagonal_of(array: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return a writable view of the diagonal of two dimensions, as a new last dimension."""
    first, second = wrap_dim(dim1, array.ndim), wrap_dim(dim2, array.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    diagonal = np.diagonal(array, offset, first, second)
    diagonal.flags.writeable = True
    return diagonal


@op(
    "DiagonalBackwardBackward0",
    grad_output=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2),
    shown="place(grad_output, offset)",
)
def _diagonal_backward(grad_output, input_sizes, offset, dim1, dim2):
    whole = np.zeros(input_sizes, grad_output.dtype)
    diagonal_of(whole, offset, dim1, dim2)[...] = grad_output
    return whole


@view(
    self=lambda grad, self_sym_sizes, dimension, size, step: _unfold_backward(
        grad, self_sym_sizes, dimension, size, step
    )
)
def _unfold(self, dimension, size, step):
    dim = wrap_dim(dimension, self.ndim)
    n, stride = (self.shape[dim], self.strides[dim]) if self.ndim else (1, self.itemsize)
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not self.ndim:
        return array_memory.restrided(self, (size,), (stride,))
    windows = (n - size) // step + 1
    return array_memory.restrided(
        self,
        (*self.shape[:dim], windows, *self.shape[dim + 1 :], size),
        (*self.strides[:dim], step * stride, *self.strides[dim + 1 :], stride),
    )


@function("Tensor")
def unfold(self, dimension, size, step):
    """View all windows of `size` along a dimension, `step` apart, as a new last dimension."""
    return _unfold(self, dimension, size, step)


@op("UnfoldBackwardBackward0", grad_in=lambda grad, dim, size, step: unfold(grad, dim, size, step))
def _unfold_backward(grad_in, input_sizes, dim, size, step):
    whole = np.zeros(input_sizes, grad_in.dtype)
    if not input_sizes:
        whole += grad_in.sum()
        return whole
    dim = wrap_dim(dim, len(input_sizes))
    windows = np.moveaxis(grad_in, dim, -2)
    places = np.moveaxis(whole, dim, -1)
    for i in range(size):
        places[..., i : i + step * windows.shape[-2] : step] += windows[..., i]
    return whole
