"""Shape: views of the same memory (view, permute, select, slice ...), and joining tensors (cat, stack)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import views
from ..broadcasting import sum_to_array, summed_axes
from ..dims import as_ints, wrap_dim, wrap_dims
from ..op import Tensors, function, op, view
from ..tensor import Tensor, wrap

END = 2**63 - 1  # where an open slice ends


# ---- views that keep all elements


@view(self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _view(self, size):
    return strict_view(self, size)


def strict_view(array: np.ndarray, size: tuple) -> np.ndarray:
    """Return `array` with shape `size` on the same memory, or raise PyTorch's error."""
    size = infer_size(size, array.size)
    try:
        return array.reshape(size, copy=False)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead."
        ) from None


def infer_size(size: tuple, numel: int) -> tuple:
    """Return `size` with its one -1 worked out, or raise PyTorch's error if it does not hold `numel` elements."""
    known = math.prod(n for n in size if n != -1)
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    for n in size:
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {size.index(n)} of shape {list(size)}")
    if -1 in size:
        if known == 0:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified dimension size -1 "
                "can be any value and is ambiguous"
            )
        if numel % known == 0:
            return tuple(numel // known if n == -1 else n for n in size)
    elif known == numel:
        return tuple(size)
    raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {numel}")


@view("UnsafeViewBackward0", self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _unsafe_view(self, size):
    return strict_view(self, size)


@view(self=lambda grad: grad)
def _alias(self):
    return self[...]


@view(self=lambda grad, self_sym_sizes: sum_to(grad, self_sym_sizes))
def _expand(self, size):
    size = expanded_size(self.shape, size)
    return np.lib.stride_tricks.as_strided(
        self,
        size,
        [0] * (len(size) - self.ndim)
        + [step if n == m else 0 for step, n, m in zip(self.strides, self.shape, size[len(size) - self.ndim :])],
    )


def expanded_size(shape: tuple, size: tuple) -> tuple:
    """Return what `expand(size)` means for a tensor of `shape`: -1 keeps a dimension, only size 1 may grow."""
    lead = len(size) - len(shape)
    if lead < 0:
        raise RuntimeError(
            f"expand(torch.FloatTensor{{{list(shape)}}}, size={list(size)}): the number of sizes provided ({len(size)}) "
            f"must be greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    full = []
    for i, n in enumerate(size):
        own = shape[i - lead] if i >= lead else 1
        if n == -1:
            if i < lead:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) isn't allowed in a leading, non-existing dimension {i}"
                )
            n = own
        if own not in (n, 1):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({own}) at non-singleton dimension "
                f"{i}.  Target sizes: {list(size)}.  Tensor sizes: {list(shape)}"
            )
        full.append(n)
    return tuple(full)


@view(self=lambda grad, dims: permute(grad, inverse_permutation(dims)))
def _permute(self, dims):
    if len(dims) != self.ndim:
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    return self.transpose(wrap_dims(dims, self.ndim))


def inverse_permutation(dims: tuple) -> tuple:
    """Return the permutation that undoes `dims`."""
    ndim = len(dims)
    inverse = [0] * ndim
    for i, dim in enumerate(dims):
        inverse[dim % ndim] = i
    return tuple(inverse)


@view(self=lambda grad, dim0, dim1: transpose(grad, dim0, dim1))
def transpose(self, dim0, dim1):
    """Swap two dimensions."""
    return np.swapaxes(self, wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)) if self.ndim else self[...]


@view(self=lambda grad: t(grad))
def t(self):
    """Swap the two dimensions of a matrix; a vector stays as it is."""
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


@view(self=lambda grad, dim: squeeze_dim(grad, dim))
def unsqueeze(self, dim):
    """Insert a dimension of size 1 at `dim`."""
    return np.expand_dims(self, wrap_dim(dim, self.ndim + 1))


@view("SqueezeBackward0", self=lambda grad, self_sym_sizes: unsqueeze_to(grad, self_sym_sizes))
def _squeeze(self):
    return np.squeeze(self)


@view("SqueezeBackward1", self=lambda grad, dim, self_sym_sizes: unsqueeze_one(grad, dim, self_sym_sizes))
def _squeeze_dim(self, dim):
    dim = wrap_dim(dim, self.ndim)
    return np.squeeze(self, dim) if self.ndim and self.shape[dim] == 1 else self[...]


@view("SqueezeBackward2", self=lambda grad, dim, self_sym_sizes: unsqueeze_many(grad, dim, self_sym_sizes))
def _squeeze_dims(self, dim):
    dims = [d for d in wrap_dims(dim, self.ndim) if self.shape[d] == 1]
    return np.squeeze(self, tuple(dims))


def squeeze_dim(grad: Any, dim: int) -> Any:
    """Drop the dimension `dim`, which has size 1."""
    return _squeeze_dim(grad, dim)


def unsqueeze_to(grad: Any, sizes: tuple) -> Any:
    """Put back every dimension of size 1 that `sizes` has."""
    for dim, n in enumerate(sizes):
        if n == 1:
            grad = unsqueeze(grad, dim)
    return grad


def unsqueeze_one(grad: Any, dim: int, sizes: tuple) -> Any:
    """Put back the dimension `dim` if it was dropped."""
    dim = wrap_dim(dim, len(sizes))
    return unsqueeze(grad, dim) if sizes and sizes[dim] == 1 else grad


def unsqueeze_many(grad: Any, dims: tuple, sizes: tuple) -> Any:
    """Put back the dimensions `dims` that were dropped."""
    for dim in sorted(wrap_dims(dims, len(sizes))):
        grad = unsqueeze_one(grad, dim, sizes)
    return grad


# ---- views of a part


@view(self=lambda grad, self_sym_sizes, dim, index: select_backward(grad, self_sym_sizes, dim, index))
def select(self, dim, index):
    """Take one index of a dimension, which disappears."""
    if self.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    axis = wrap_dim(dim, self.ndim)
    n = self.shape[axis]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}"
        )
    return self[(slice(None),) * axis + (index, ...)]


@op(grad_output=lambda grad, dim, index: select(grad, dim, index))
def select_backward(grad_output, input_sizes, dim, index):
    """Zeros of `input_sizes` with `grad_output` at one index."""
    whole = np.zeros(input_sizes, grad_output.dtype)
    whole[(slice(None),) * (dim % len(input_sizes)) + (index, ...)] = grad_output
    return whole


@view(
    "SliceBackward0",
    self=lambda grad, self_sym_sizes, dim, start, end, step: slice_backward(
        grad, self_sym_sizes, dim, start, end, step
    ),
)
def _slice(self, dim=0, start=0, end=END, step=1):
    return self[(slice(None),) * dim + (slice(start, end, step),)]


@op(grad_output=lambda grad, dim, start, end, step: _slice(grad, dim, start, end, step))
def slice_backward(grad_output, input_sizes, dim, start, end, step):
    """Zeros of `input_sizes` with `grad_output` in a slice."""
    whole = np.zeros(input_sizes, grad_output.dtype)
    whole[(slice(None),) * dim + (slice(start, end, step),)] = grad_output
    return whole


@view(
    self=lambda grad, self_sym_sizes, offset, dim1, dim2: diagonal_backward(grad, self_sym_sizes, offset, dim1, dim2)
)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """View the diagonal of two dimensions as a new last dimension."""
    view = np.diagonal(self, offset, dim1, dim2)
    view.flags.writeable = self.flags.writeable
    return view


@op(grad_output=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2))
def diagonal_backward(grad_output, input_sizes, offset, dim1, dim2):
    """Zeros of `input_sizes` with `grad_output` on the diagonal."""
    whole = np.zeros(input_sizes, grad_output.dtype)
    diagonal = np.diagonal(whole, offset, dim1, dim2)
    diagonal.flags.writeable = True
    diagonal[...] = grad_output
    return whole


@view(
    self=lambda grad, size, stride, storage_offset, self_sym_sizes, self_strides: as_strided_backward(
        grad, size, stride, storage_offset, self_sym_sizes, self_strides
    )
)
def as_strided(self, size, stride, storage_offset=None):
    """View the memory with any size, stride and offset, in elements."""
    if storage_offset is None:
        storage_offset = views.geometry(self)[2]
    return views.at_strided(self, tuple(size), tuple(stride), storage_offset)


@op("AsStridedBackwardBackward0", grad=lambda grad, size, stride, offset: as_strided(grad, size, stride, offset))
def as_strided_backward(grad, size, stride, offset, base_shape, base_strides):
    """Zeros like the base with `grad` added at the view's places."""
    return views.scatter_strided(grad, size, stride, offset or 0, base_shape, base_strides)


# ---- several views at once


@view(outputs=None, self=lambda grads, dim, self_sym_sizes: unbind_backward(grads, dim, self_sym_sizes))
def _unbind(self, dim=0):
    dim = wrap_dim(dim, self.ndim)
    return [self[(slice(None),) * dim + (i, ...)] for i in range(self.shape[dim])]


def unbind_backward(grads: list, dim: int, sizes: tuple) -> Any:
    """Stack the gradients of the slices, zeros for those that got none."""
    dim = wrap_dim(dim, len(sizes))
    shape = sizes[:dim] + sizes[dim + 1 :]
    return stack(filled(grads, [shape] * len(grads)), dim)


def filled(grads: list, shapes: list) -> list:
    """Return gradients with zeros in the place of those that are None."""
    one = next(grad for grad in grads if grad is not None)
    if isinstance(one, Tensor):
        return [wrap(np.zeros(n, one._data.dtype)) if g is None else g for g, n in zip(grads, shapes, strict=True)]
    return [np.zeros(n, one.dtype) if g is None else g for g, n in zip(grads, shapes, strict=True)]


@view(
    outputs=None,
    self=lambda grads, split_size, dim, self_sym_sizes: split_backward(grads, split_size, dim, self_sym_sizes),
)
def _split(self, split_size, dim=0):
    return pieces(self, piece_sizes(split_size, self.shape[dim]), dim)


@view(
    outputs=None,
    self=lambda grads, split_sizes, dim, self_sym_sizes: split_with_sizes_backward(
        grads, split_sizes, dim, self_sym_sizes
    ),
)
def _split_with_sizes(self, split_sizes, dim=0):
    return pieces(self, split_sizes, dim)


def piece_sizes(size: int, length: int) -> list[int]:
    """Return the lengths of the pieces of `size` that a dimension of `length` is cut into."""
    if length == 0:
        return [0]
    return [min(size, length - start) for start in range(0, length, size)]


def pieces(array: np.ndarray, sizes: list[int], dim: int) -> list[np.ndarray]:
    """Cut an array along `dim` into views of the given lengths."""
    found, start = [], 0
    for n in sizes:
        found.append(array[(slice(None),) * dim + (slice(start, start + n),)])
        start += n
    return found


def split_backward(grads: list, split_size: int, dim: int, sizes: tuple) -> Any:
    """Join the gradients of equal pieces."""
    return split_with_sizes_backward(grads, piece_sizes(split_size, sizes[dim]), dim, sizes)


def split_with_sizes_backward(grads: list, split_sizes: list, dim: int, sizes: tuple) -> Any:
    """Join the gradients of the pieces, zeros for those that got none."""
    shapes = [(*sizes[:dim], n, *sizes[dim + 1 :]) for n in split_sizes]
    return cat(filled(grads, shapes), dim)


# ---- copies


@op(self=lambda grad: grad)
def clone(self, *, memory_format=None):
    """Copy the tensor; the gradient passes through."""
    return self.copy(order="K") if isinstance(self, np.ndarray) else self


@op(tensors=lambda grad, tensors_sizes, dim: cat_backward(grad, tensors_sizes, dim))
def _cat(tensors: Tensors, dim=0):
    return np.concatenate(tensors, dim)


def cat_backward(grad: Any, sizes: tuple, dim: int) -> list:
    """Cut the gradient into the parts of the joined tensors."""
    found, start = [], 0
    for size in sizes:
        if size == (0,):
            found.append(None)
            continue
        found.append(_slice(grad, dim, start, start + size[dim], 1))
        start += size[dim]
    return found


@op(tensors=lambda grad, dim, tensors_sizes: [select(grad, dim, i) for i in range(len(tensors_sizes))])
def _stack(tensors: Tensors, dim=0):
    return np.stack(tensors, dim)


# ---- functions on top of them


def reshape(tensor: Any, size: Any) -> Any:
    """Return an array or tensor in another shape: a view if the memory allows it, else a copy."""
    if not isinstance(tensor, Tensor):
        return np.reshape(tensor, size)
    size = infer_size(tuple(size), tensor._data.size)
    array = tensor.array()
    try:
        array.reshape(size, copy=False)
    except ValueError:
        return _unsafe_view(clone(wrap_contiguous(tensor)), size)
    return _view(tensor, size)


def wrap_contiguous(tensor: Tensor) -> Tensor:
    return tensor


def permute(tensor: Any, dims: tuple) -> Any:
    return _permute(tensor, dims)


def sum_to(grad: Any, shape: tuple) -> Any:
    """Sum a gradient over what broadcasting repeated, back to `shape`."""
    if not isinstance(grad, Tensor):
        return sum_to_array(grad, shape)
    big = grad._data.shape
    if big == shape:
        return grad
    from .reduce import _sum_dim

    axes = summed_axes(big, shape)
    if axes:
        grad = _sum_dim(grad, axes, True)
    return _view(grad, shape) if len(big) > len(shape) else grad


def stack(tensors: list, dim: int = 0) -> Any:
    return _stack(tensors, dim)


def cat(tensors: list, dim: int = 0) -> Any:
    return _cat(tensors, dim)
