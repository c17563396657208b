"""Shape: views of all of a tensor's memory (view, permute ...) or of a part (select, slice ...)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import array_memory, errors
from ..base.dims import as_ints, wrap_dim, wrap_dims
from ..base.dtypes import OF_NUMPY, dtype
from ..base.foreign import type_name
from ..base.layouts import contiguous_format
from ..base.size import Size
from ..base.warn import warn_once
from ..graph.tensor import Tensor
from ..op.inplace import reviewing
from ..op.op import alias, function, op, view
from ..op.shown import shown
from .memory import _alias, _clone, contiguous

END = 2**63 - 1  # where an open slice ends


# ---- another shape


@view(self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _view(self, size):
    return strict_view(self, size)


def strict_view(array: np.ndarray, size: tuple) -> np.ndarray:
    """Return `array` with shape `size` on the same memory, or raise PyTorch's error."""
    size = infer_size(size, array.size)
    if array.flags.c_contiguous:
        return array.reshape(size)
    try:
        return array.reshape(size, copy=False)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans "
            "across two contiguous subspaces). Use .reshape(...) instead."
        ) from None


def infer_size(size: tuple, numel: int) -> tuple:
    """Return `size` with its -1 worked out, or raise PyTorch's error if it does not fit `numel` elements."""
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    for i, n in enumerate(size):
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {i} of shape {list(size)}")
    known = math.prod([n for n in size if n != -1])
    if -1 not in size:
        if known == numel:
            return size
    elif known:
        if numel % known == 0:
            return tuple([numel // known if n == -1 else n for n in size])
    elif not numel:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified dimension "
            "size -1 can be any value and is ambiguous"
        )
    raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {numel}")


@view(self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _reshape_alias(self, size):
    return strict_view(self, size)


@op("UnsafeViewBackward0", self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _unsafe_view(self, size):
    return np.reshape(self, size)


@view(history=False)
def _view_dtype(self, dtype):
    wanted = dtype.numpy
    if wanted.itemsize != self.itemsize:
        _check_itemsize(self, wanted)
    return self.view(wanted)


def _check_itemsize(array: np.ndarray, wanted: np.dtype) -> None:
    """Raise PyTorch's error if `array` cannot be viewed as elements of another size."""
    what = f"to view {OF_NUMPY[array.dtype].legacy} as {OF_NUMPY[wanted].legacy} (different element sizes)"
    if not array.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {what}")
    if array.strides[-1] != array.itemsize:
        raise RuntimeError(f"self.stride(-1) must be 1 {what}, but got {array.strides[-1] // array.itemsize}")
    factor = wanted.itemsize // array.itemsize
    if factor and array.shape[-1] % factor:
        raise RuntimeError(f"self.size(-1) must be divisible by {factor} {what}, but got {array.shape[-1]}")


@function("Tensor", name="view")
def view_as_size(self, size=None, *, dtype=None):
    """View the memory in another shape; one size may be -1. Or view it as elements of another dtype."""
    if type(size) is not tuple and _is_dtype(size):
        size, dtype = None, size
    if dtype is not None:
        return _view_dtype(self, dtype)
    return _view(self, as_ints(size))


def _is_dtype(value: Any) -> bool:
    return isinstance(value, dtype)


@function("Tensor")
def view_as(self, other):
    """View the memory in the shape of another tensor."""
    return _view(self, other._data.shape)


@function(name="reshape")
def reshape(input, shape):
    """Return the tensor in another shape: a view if the memory allows it, else a copy; one size may be -1."""
    if isinstance(input, np.ndarray | np.generic):
        return np.reshape(input, shape)
    shape = infer_size(as_ints(shape), input._data.size)
    array = input.array()
    if array.flags.c_contiguous:
        return _view(input, shape)
    try:
        array.reshape(shape, copy=False)
    except ValueError:
        return _unsafe_view(_clone(input, contiguous_format), shape)
    return _reshape_alias(input, shape)


@function("Tensor")
def reshape_as(self, other):
    """Return the tensor in the shape of another one."""
    return reshape(self, other._data.shape)


@function()
def flatten(input, start_dim=0, end_dim=-1):
    """Merge the dimensions from `start_dim` to `end_dim` into one."""
    shape = input._data.shape
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(input, (1,))
    if start == end:
        return input
    return reshape(input, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


@function(takes="int dim, tuple of ints sizes")
def unflatten(input, dim, sizes):
    """Split one dimension into several; one of the sizes may be -1."""
    shape = input._data.shape
    dim, sizes = wrap_dim(dim, len(shape)), as_ints(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    try:
        sizes = infer_size(sizes, shape[dim])
    except RuntimeError:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        ) from None
    return _view(input, (*shape[:dim], *sizes, *shape[dim + 1 :]))


@function()
def ravel(input):
    """Return the elements as one dimension: a view if the memory allows it, else a copy."""
    return _view(contiguous(input), (-1,))


# ---- the same elements several times


def broadcast_shape(*arrays: Any) -> tuple:
    """Return the shape that arrays broadcast to, or raise PyTorch's error."""
    try:
        return np.broadcast_shapes(*(np.shape(array) for array in arrays))
    except ValueError:
        raise errors.broadcast(arrays) from None


def tensor_list(tensors: tuple) -> tuple:
    """Return tensors given as `f(a, b)` or as `f([a, b])` as one tuple."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tuple(tensors[0])
    for i, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type_name(tensor)}")
    return tensors


@function("torch")
def broadcast_shapes(*shapes):
    """Return the size that tensors of these sizes broadcast to."""
    sizes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    found = [1] * max((len(size) for size in sizes), default=0)
    for i, size in enumerate(sizes):
        for axis in range(-1, -len(size) - 1, -1):
            if size[axis] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({size[axis]}): ({size[axis]})")
            if size[axis] in (1, found[axis]):
                continue
            if found[axis] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size[axis]} at {axis}! Mismatching "
                    f"argument at index {i} had {size}; but expected shape should be broadcastable to {found}"
                )
            found[axis] = size[axis]
    return Size(found)


# ---- dimensions in another order


@view(self=lambda grad, dims: permute(grad, inverse_permutation(dims)))
def _permute(self, dims):
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
            f"desired ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = "
            f"{len(dims)}"
        )
    axes = [wrap_dim(dim, self.ndim) for dim in dims]
    if len(set(axes)) < len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return self.transpose(axes)


@shown("inverse(dims)")
def inverse_permutation(dims: tuple) -> tuple:
    """Return the permutation that undoes `dims`."""
    inverse = [0] * len(dims)
    for i, dim in enumerate(dims):
        inverse[dim % len(dims)] = i
    return tuple(inverse)


@function()
@shown("permute(input)")
def permute(input, dims):
    """View the dimensions in another order."""
    return _permute(input, as_ints(dims))


@view(self=lambda grad, dim0, dim1: transpose(grad, dim0, dim1))
def _transpose(self, dim0, dim1):
    first, second = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    return self.swapaxes(first, second) if self.ndim else self[...]


@function()
@shown("input.T if dim0 == -2 and dim1 == -1 else transpose(input, dim0, dim1)")
def transpose(input, dim0, dim1):
    """Swap two dimensions."""
    return _transpose(input, dim0, dim1)


@function()
def swapaxes(input, axis0, axis1):
    """Swap two dimensions."""
    return _transpose(input, axis0, axis1)


@function()
def swapdims(input, dim0, dim1):
    """Swap two dimensions."""
    return _transpose(input, dim0, dim1)


@view("TBackward0", self=lambda grad: t(grad))
def _t(self):
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


@function()
@shown("input.T")
def t(input):
    """Swap the two dimensions of a matrix; a vector stays as it is."""
    return _t(input)


@function()
def movedim(input, source, destination):
    """Move dimensions to other places; the others keep their order."""
    source, destination = (as_ints((dims,) if isinstance(dims, int) else dims) for dims in (source, destination))
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the "
            f"same number of dims as destination ({list(destination)} dims)"
        )
    ndim = input._data.ndim
    places = {}
    for name, dims in (("source", source), ("destination", destination)):
        places[name] = [wrap_dim(dim, ndim) for dim in dims]
        if len(set(places[name])) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    if not ndim:
        return _alias(input)
    order = [dim for dim in range(ndim) if dim not in places["source"]]
    for at, dim in sorted(zip(places["destination"], places["source"], strict=True)):
        order.insert(at, dim)
    return _permute(input, tuple(order))


@function(name="moveaxis")
def moveaxis(input, source, destination):
    """Move dimensions to other places; the others keep their order."""
    return movedim(input, source, destination)


@function()
def adjoint(input):
    """Swap the last two dimensions."""
    if not input._data.ndim:
        return _identity_of_scalar(input, "adjoint()", 4390, _CONJUGATE)
    return _matrix_transpose(input, "adjoint()")


def _matrix_transpose(tensor: Tensor, name: str) -> Tensor:
    if tensor._data.ndim == 1:
        raise RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return _transpose(tensor, -2, -1)


def _identity_of_scalar(tensor: Tensor, name: str, line: int, advice: str) -> Tensor:
    """Return a 0-d tensor as its own transpose, with PyTorch's warning."""
    warn_once(
        f"{name} is deprecated on 0-D tensors. {advice} (Triggered internally at "
        f"/__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:{line}.)"
    )
    return tensor


_IDENTITY, _CONJUGATE = "This function is the identity in these cases.", "Consider using x.conj()."


def _reversed(self: Tensor) -> Tensor:
    """The tensor with its dimensions in reverse order."""
    ndim = self._data.ndim
    if not ndim:
        _identity_of_scalar(self, "Tensor.T", 4321, _IDENTITY)
    elif ndim != 2:
        warn_once(_T_OF_MANY)
    return _permute(self, tuple(range(ndim - 1, -1, -1)))


_T_OF_MANY = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
    "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
    "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor. (Triggered "
    "internally at /__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:4314.)"
)


def _matrix_T(self: Tensor) -> Tensor:
    """The tensor with its last two dimensions swapped."""
    if not self._data.ndim:
        return _identity_of_scalar(self, "Tensor.mT", 4373, _IDENTITY)
    return _matrix_transpose(self, "mT")


def _matrix_H(self: Tensor) -> Tensor:
    """The tensor with its last two dimensions swapped."""
    if not self._data.ndim:
        return _identity_of_scalar(self, "Tensor.mH", 4382, _CONJUGATE)
    return _matrix_transpose(self, "mH")


def _H(self: Tensor) -> Tensor:
    """The matrix transposed."""
    ndim = self._data.ndim
    if not ndim:
        return _identity_of_scalar(self, "Tensor.H", 4335, _CONJUGATE)
    if ndim != 2:
        advice = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.{advice}")
    return _transpose(self, 0, 1)


Tensor.T, Tensor.mT, Tensor.H, Tensor.mH = (property(get) for get in (_reversed, _matrix_T, _H, _matrix_H))


# ---- dimensions of size 1


@view(self=lambda grad, dim: squeeze(grad, dim))
def _unsqueeze(self, dim):
    dim = wrap_dim(dim, self.ndim + 1)
    if not self.ndim:
        return self.reshape(1)
    step = self.shape[dim] * self.strides[dim] if dim < self.ndim else self.itemsize
    size, strides = (
        (*self.shape[:dim], 1, *self.shape[dim:]),
        (*self.strides[:dim], step, *self.strides[dim:]),
    )
    return array_memory.restrided(self, size, strides)


@function()
def unsqueeze(input, dim):
    """View the tensor with a new dimension of size 1 at `dim`."""
    return _unsqueeze(input, dim)


@view("SqueezeBackward0", self=lambda grad, self_sym_sizes: unsqueeze_to(grad, self_sym_sizes))
def _squeeze(self):
    return self.squeeze()


@view("SqueezeBackward1", self=lambda grad, dim, self_sym_sizes: unsqueeze_one(grad, dim, self_sym_sizes))
def _squeeze_dim(self, dim):
    dim = wrap_dim(dim, self.ndim)
    return self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self[...]


@view("SqueezeBackward2", self=lambda grad, dim, self_sym_sizes: unsqueeze_many(grad, dim, self_sym_sizes))
def _squeeze_dims(self, dim):
    dims = wrap_dims(dim, self.ndim)
    return self.squeeze(tuple([d for d in dims if self.shape[d] == 1])) if self.ndim else self[...]


@function()
def squeeze(input, dim=None):
    """View the tensor without its dimensions of size 1, or without those of them that `dim` names."""
    if dim is None:
        return _squeeze(input)
    return _squeeze_dims(input, as_ints(dim)) if isinstance(dim, tuple | list) else _squeeze_dim(input, dim)


@shown("reshape(grad, sizes)")
def unsqueeze_to(grad: Any, sizes: tuple) -> Any:
    """Put back every dimension of size 1 that `sizes` has."""
    for dim, n in enumerate(sizes):
        if n == 1:
            grad = unsqueeze(grad, dim)
    return grad


@shown("unsqueeze(grad, dim)")
def unsqueeze_one(grad: Any, dim: int, sizes: tuple) -> Any:
    """Put back the dimension `dim` if it was dropped."""
    dim = wrap_dim(dim, len(sizes))
    return unsqueeze(grad, dim) if sizes and sizes[dim] == 1 else grad


@shown("unsqueeze(grad, dims)")
def unsqueeze_many(grad: Any, dims: tuple, sizes: tuple) -> Any:
    """Put back the dimensions `dims` that were dropped."""
    for dim in sorted(wrap_dims(dims, len(sizes))):
        grad = unsqueeze_one(grad, dim, sizes)
    return grad


# ---- a part


@view(self=lambda grad, self_sym_sizes, dim, index: _select_backward(grad, self_sym_sizes, dim, index))
def _select(self, dim, index):
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


@function()
def select(input, dim, index):
    """View one index of a dimension, which disappears."""
    return _select(input, dim, index.__index__())


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
        "place(grad_output, dim, start, end, step) if step != 1 else "
        "place(grad_output, dim, start) if end == 9223372036854775807 else "
        "place(grad_output, dim, start, end)"
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
def _diagonal(self, offset=0, dim1=0, dim2=1):
    return diagonal_of(self, offset, dim1, dim2)


def diagonal_of(array: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return a writable view of the diagonal of two dimensions, as a new last dimension."""
    first, second = wrap_dim(dim1, array.ndim), wrap_dim(dim2, array.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    diagonal = np.diagonal(array, offset, first, second)
    diagonal.flags.writeable = True
    return diagonal


@function()
def diagonal(input, offset=0, dim1=0, dim2=1):
    """View the diagonal of two dimensions as a new last dimension."""
    return _diagonal(input, offset, dim1, dim2)


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


# ---- in place


def _in_place(name: str, definition: Any, grad_fn: str) -> Any:
    """Return the in-place form of a view, which has a node name of its own."""
    return reviewing(definition.op.named(name, grad_fn))


_squeeze_all_, _squeeze_dim_, _squeeze_dims_ = (
    _in_place(name, definition, f"SqueezeBackward{number}")
    for name, definition, number in (
        ("_squeeze_", _squeeze, 3),
        ("_squeeze_dim_", _squeeze_dim, 4),
        ("_squeeze_dims_", _squeeze_dims, 5),
    )
)
_transpose_ = _in_place("_transpose_", _transpose, "TransposeBackward1")
_t_ = _in_place("_t_", _t, "TBackward1")
_unsqueeze_ = _in_place("_unsqueeze_", _unsqueeze, "UnsqueezeBackward1")


@function("Tensor")
def squeeze_(self, dim=None):
    """Drop dimensions of size 1 in place: all, or those that `dim` names."""
    if dim is None:
        return _squeeze_all_(self)
    return _squeeze_dims_(self, as_ints(dim)) if isinstance(dim, tuple | list) else _squeeze_dim_(self, dim)


@function("Tensor")
def unsqueeze_(self, dim):
    """Insert a dimension of size 1 in place."""
    return _unsqueeze_(self, dim)


@function("Tensor")
def t_(self):
    """Swap the two dimensions of a matrix in place."""
    if self._data.ndim > 2:
        raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {self._data.ndim}D")
    return _t_(self)


@function("Tensor")
def transpose_(self, dim0, dim1):
    """Swap two dimensions in place."""
    return _transpose_(self, dim0, dim1)


alias(swapdims_="transpose_", swapaxes_="transpose_")
