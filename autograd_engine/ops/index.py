"""Indexing: `x[...]` and `x[...] = value`, taken apart into views and index tensors as PyTorch does it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import positions
from ..base.dtypes import OF_NUMPY
from ..base.errors import broadcasts_to
from ..base.foreign import type_name
from ..base.overlap import refuse_partial_overlap
from ..base.warn import warn
from ..graph.tensor import Tensor, wrap
from ..op.inplace import variant
from ..op.namespaces import function, publish
from ..op.op import Tensors, op
from ..op.shown import shown
from .create import zeros_as
from .expand import _expand
from .from_data import tensor as new_tensor
from .indices import warn_of_overlap
from .memory import _alias, copied
from .select import _slice, select
from .shape import END, _view
from .squeeze import unsqueeze
from .write import fill_value

# ---- index tensors


@op(self=lambda grad, self_sym_sizes, indices: index_backward(zeros_as(grad, self_sym_sizes), indices, grad))
def _index(self, indices: Tensors):
    places = numpy_index(self, indices)
    try:
        found = self[places]
    except IndexError:
        raise index_error(self, places) from None
    return found.reshape(-1).reshape(found.shape)  # in order, and with the strides of a new array


@op(
    fits=("values",),
    self=lambda grad, indices, values_shape, accumulate: kept_by_index_put(grad, indices, values_shape, accumulate),
    values=lambda grad, indices: _index(grad, indices),
)
def _index_put(self, indices: Tensors, values, accumulate=False):
    return written(self, indices, values, accumulate)


@op(
    "IndexPutImplBackward0",
    fits=("values",),
    self=lambda grad, indices, values_shape, accumulate: kept_by_index_put(grad, indices, values_shape, accumulate),
    values=lambda grad, indices: _index(grad, indices),
)
def _index_put_impl(self, indices: Tensors, values, accumulate=False, unsafe=False):
    return written(self, indices, values, accumulate)


@shown("index_add(grad, indices)")
def index_backward(zeros: Any, indices: list, grad: Any) -> Any:
    """Add a gradient to zeros at the places that were taken."""
    return _index_put_impl(zeros, indices, grad, True, True)


@shown("grad if accumulate == True else index_put(grad, indices, 0)")
def kept_by_index_put(grad: Any, indices: list, values_shape: tuple, accumulate: bool) -> Any:
    """Return the gradient of the old values: all of it if values were added, none where they were put."""
    return grad if accumulate else _index_put(grad, indices, zeros_as(grad, values_shape), False)


def written(array: np.ndarray, indices: list, values: Any, accumulate: bool) -> np.ndarray:
    """Return a copy of an array with values written, or added, at places."""
    fills = _fills_a_mask(indices, values)
    places = numpy_index(array, indices)
    if not fills and values.dtype != array.dtype:
        _check_fits(array, places, values)
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {OF_NUMPY[array.dtype].legacy} "
            f"for the destination and {OF_NUMPY[values.dtype].legacy} for the source."
        )
    whole = copied(array)
    try:
        if values.ndim and values.ndim > whole[places].ndim:
            raise ValueError
        if accumulate:
            np.add.at(whole, places, values)
        else:
            whole[places] = values
    except (ValueError, IndexError):
        _check_fits(array, places, values)
        raise index_error(array, places) from None
    return whole


def _check_fits(array: np.ndarray, places: tuple, values: np.ndarray) -> None:
    """Raise PyTorch's error unless values can be broadcast to what is at these places, be they in range or not."""
    starts = [
        place if isinstance(place, slice) or place.dtype == np.bool_ else np.zeros_like(place) for place in places
    ]
    try:
        wanted = np.broadcast_to(np.False_, array.shape)[tuple(starts)].shape
    except IndexError:
        raise index_error(array, places) from None
    if not broadcasts_to(values.shape, wanted):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing "
            f"result of shape {list(wanted)}"
        )


def _fills_a_mask(indices: list, values: Any) -> bool:
    """Whether one value goes where one mask is set, in which case it is converted."""
    given = [index for index in indices if index is not None]
    if values.size != 1 or len(given) != 1 or given[0].dtype not in (np.bool_, np.uint8):
        return False
    if given[0].dtype == np.uint8:
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")
    return True


def numpy_index(array: Any, indices: list) -> tuple:
    """Return index arrays (None: all of a dimension) as numpy takes them, after PyTorch's checks."""
    places: list = []
    dim = 0
    for index in indices:
        if index is None:
            places.append(slice(None))
            dim += 1
            continue
        if index.dtype == np.uint8:
            index = index.astype(bool)
        elif index.dtype not in (np.int64, np.int32, np.bool_):
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        if index.dtype == np.bool_:
            if index.shape != array.shape[dim : dim + index.ndim] and dim + index.ndim <= array.ndim:
                raise IndexError(
                    f"The shape of the mask {list(index.shape)} at index "
                    f"{_first_difference(index, array, dim)} does not match the shape of the indexed tensor "
                    f"{list(array.shape)} at index {dim + _first_difference(index, array, dim)}"
                )
            dim += index.ndim
        else:
            dim += 1
        places.append(index)
    if dim > array.ndim:
        raise IndexError(f"too many indices for tensor of dimension {array.ndim} (got {dim})")
    return tuple(places)


def _first_difference(mask: Any, array: Any, dim: int) -> int:
    return next(i for i, n in enumerate(mask.shape) if n != array.shape[dim + i])


def index_error(array: Any, places: tuple) -> IndexError:
    """Return PyTorch's error for places that numpy does not find."""
    indices, dim = [], 0
    for place in places:
        if isinstance(place, slice):
            dim += 1
        elif place.dtype == np.bool_:
            indices += [(dim + i, one) for i, one in enumerate(positions.nonzero(place))]
            dim += place.ndim
        else:
            indices.append((dim, place))
            dim += 1
    try:
        np.broadcast_shapes(*(np.shape(index) for _, index in indices))
    except ValueError:
        shapes = ", ".join(str(list(np.shape(index))) for _, index in indices)
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    if any(array.shape[dim] == 0 and np.size(index) for dim, index in indices):
        return IndexError("index is out of bounds for dimension with size 0")
    for dim, index in indices:
        n = array.shape[dim]
        bad = np.asarray(index)[(index < -n) | (index >= n)]
        if bad.size:
            return IndexError(f"index {bad.reshape(-1)[0]} is out of bounds for dimension {dim} with size {n}")
    return IndexError("index is out of bounds for dimension with size 0")


_index_put_ = variant(_index_put.op, overlap=True)


@function()
def index_put(input, indices, values, accumulate=False):
    """Copy the tensor with `values` written (`accumulate`: added) where the index tensors say."""
    indices = list(indices)
    _check_bytes(indices, values, accumulate)
    return _index_put(input, indices, values, accumulate)


@function()
def index_put_(input, indices, values, accumulate=False):
    """Write (`accumulate`: add) `values` at the places that the index tensors name, in place."""
    return _put(input, list(indices), values, accumulate)


def _put(self: Tensor, indices: list, values: Tensor, accumulate: bool = False) -> Tensor:
    warn_of_overlap(self, "index_put_", "tensor[indices] = tensor", 976)
    _check_bytes(indices, values, accumulate)
    given = [index for index in indices if index is not None]
    if len(given) == 1 and given[0]._data.dtype.char in "?B" and values._data.size == 1 and not accumulate:
        warn_of_overlap(self, "masked_fill_", "tensor[mask] = scalar", 2450)  # which PyTorch fills so
    else:
        refuse_partial_overlap(self._data, [tensor._data for tensor in (*given, values)], whole=True)
    return _index_put_(self, indices, values, accumulate)


def _check_bytes(indices: list, values: Tensor, accumulate: bool) -> None:
    """Raise or warn as PyTorch does for masks of bytes; one mask and one value are left to `masked_fill_`."""
    given = [index for index in indices if index is not None]
    if len(given) == 1 and given[0]._data.dtype == np.uint8 and values._data.size == 1 and not accumulate:
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")
    _warn_of_bytes(given)


def _warn_of_bytes(indices: list) -> None:
    for index in indices:
        if index is not None and index._data.dtype == np.uint8:
            warn(
                "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead. "
                "(Triggered internally at /__w/pytorch/pytorch/aten/src/ATen/native/IndexingUtils.h:37.)"
            )


# ---- x[...]


def getitem(self: Tensor, index: Any) -> Tensor:
    """Return `self[index]`: views for ints, slices, None and Ellipsis; a copy if there are index tensors."""
    kind = type(index)
    if kind is int:
        return _select_one(self, 0, index, 0)
    if kind is slice:
        return _slice_of(self, 0, index, skip=False)
    if index is None:
        return unsqueeze(self, 0)
    if index is Ellipsis:
        return _alias(self)
    sliced, indices = _apart(self, index)
    if indices:
        _warn_of_bytes(indices)
        return _index(sliced, indices)
    return _alias(sliced) if sliced is self else sliced


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """Write `self[index] = value`: through a view, or with index_put_ if there are index tensors."""
    if not isinstance(value, Tensor):
        value = _number(self, value)
    if index is False:
        return
    sliced, indices = _place(self, index)
    if not indices:
        _copy_to(sliced, value)
        return
    shape = value._data.shape
    kept = _without_leading_ones(shape)
    _put(sliced, indices, value if kept == shape else _view(value, kept))


def _place(self: Tensor, index: Any) -> tuple[Tensor, list]:
    """Return the view that an index writes to, and the index tensors that remain."""
    if type(index) is int:
        return _select_one(self, 0, index, 0), []
    if type(index) is slice:
        return _slice_of(self, 0, index, skip=True), []
    if index is True:
        return unsqueeze(self, 0), []
    return _apart(self, index)


def _number(self: Tensor, value: Any) -> Tensor:
    """Return a Python number that is assigned as a 0-d tensor of the tensor's dtype."""
    if not isinstance(value, bool | int | float):
        raise TypeError(f"can't assign a {type_name(value)} to a torch.{self.dtype.legacy}Tensor")
    return wrap(fill_value(self._data, value))


def _copy_to(target: Tensor, value: Tensor) -> None:
    shape, wanted = value._data.shape, target._data.shape
    if shape == wanted:
        target.copy_(value)
    elif not shape:
        target.fill_(value)
    else:
        kept = _without_leading_ones(shape)
        value = _view(value, kept)
        target.copy_(value if kept == wanted else _expand(value, wanted))


def _without_leading_ones(shape: tuple) -> tuple:
    first = next((i for i, n in enumerate(shape) if n != 1), len(shape))
    return shape[first:]


def _apart(self: Tensor, index: Any) -> tuple[Tensor, list]:
    """Apply what gives views in an index; return the view and index tensors (None: all of a dimension)."""
    items = index if isinstance(index, tuple) else tuple(index) if _stands_for_tuple(index) else (index,)
    ndim = self._data.ndim
    specified = sum(map(_dims_of, items))
    if specified > ndim:
        raise IndexError(f"too many indices for tensor of dimension {ndim}")
    indices: list = []
    dim = covered = 0  # the next dimension, and how many of them `indices` covers
    for position, item in enumerate(items):
        if item is Ellipsis:
            dim += ndim - specified
            continue
        if isinstance(item, slice):
            self = _slice_of(self, dim, item, skip=True)
            dim += 1
            continue
        if item is None:
            self = unsqueeze(self, dim)
            dim += 1
            continue
        item = _as_index(item)
        if isinstance(item, int) and not isinstance(item, bool):
            self = _select_one(self, dim, item, position)
            continue
        if isinstance(item, bool):
            self, item = unsqueeze(self, dim), wrap(np.zeros(int(item), np.int64))
        indices += [None] * (dim - covered) + [item]
        dim += item._data.ndim if item._data.dtype in (np.bool_, np.uint8) else 1
        covered = dim
    return self, indices


def _as_index(item: Any) -> Any:
    """Return one part of an index as an int, a bool or an index tensor."""
    if isinstance(item, Tensor):
        if item._data.ndim or item._data.dtype.kind == "f":
            return item
        return bool(item._data) if item._data.dtype in (np.bool_, np.uint8) else int(item._data)
    if isinstance(item, bool | int):
        return item
    if isinstance(item, np.integer):
        return int(item)
    if _is_sequence(item):
        return _as_index(_index_tensor(item)) if isinstance(item, np.ndarray) and not item.ndim else _index_tensor(item)
    try:
        return item.__index__()
    except AttributeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
            f"indices (got {type_name(item)})"
        ) from None


def _index_tensor(data: Any) -> Tensor:
    """Return a sequence as an index tensor: truth values as a mask, everything else as int64."""
    if isinstance(data, str | bytes):
        raise TypeError(f"new(): invalid data type '{type_name(data)}'")
    found = new_tensor(list(data) if isinstance(data, range) else data)._data
    return wrap(found if found.dtype in (np.bool_, np.uint8) else found.astype(np.int64))


def _is_sequence(item: Any) -> bool:
    return hasattr(item, "__getitem__") and hasattr(item, "__len__") and not isinstance(item, dict)


def _stands_for_tuple(index: Any) -> bool:
    """Whether a list stands for a tuple of indices, by PyTorch's old rule: if it holds more than numbers."""
    if isinstance(index, Tensor | np.ndarray) or not _is_sequence(index) or len(index) >= 32:
        return False
    for item in index:
        if isinstance(item, Tensor | slice) or _is_sequence(item):
            line = 349
        elif item is None or item is Ellipsis:
            line = 359
        else:
            continue
        warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch "
            "2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
            "x[torch.tensor(seq)], which will result either in an error or a different result (Triggered internally at "
            f"/__w/pytorch/pytorch/torch/csrc/autograd/python_variable_indexing.cpp:{line}.)"
        )
        return True
    return False


def _dims_of(item: Any) -> int:
    """Return how many dimensions one part of an index takes."""
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    if isinstance(item, Tensor) and item._data.dtype in (np.bool_, np.uint8):
        return item._data.ndim
    return 1


def _select_one(self: Tensor, dim: int, index: int, position: int) -> Tensor:
    shape = self._data.shape
    if not shape and not index:
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
            "convert a 0-dim tensor to a number"
        )
    n = shape[dim] if shape else 0
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of bounds for dimension {position} with size {n}")
    return select(self, dim, index)


def _slice_of(self: Tensor, dim: int, item: slice, *, skip: bool) -> Tensor:
    """Apply a slice; with `skip`, one that takes everything leaves the tensor as it is."""
    start, end, step = (_bound(bound) for bound in (item.start, item.stop, item.step))
    step = 1 if step is None else step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step < 0:
        raise ValueError("step must be greater than zero")
    start, end = 0 if start is None else start, END if end is None else end
    shape = self._data.shape
    if not shape:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if skip and start == 0 and end >= shape[dim] and step == 1:
        return self
    return _slice(self, dim, start, end, step)


def _bound(bound: Any) -> int | None:
    if bound is None or type(bound) is int:
        return bound
    try:
        return bound.__index__()
    except AttributeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def delitem(self: Tensor, index: Any) -> None:
    """Refuse: a tensor keeps its elements."""
    raise TypeError("Tensor does not support deleting items")


publish("__getitem__", getitem, ("Tensor",))
publish("__setitem__", setitem, ("Tensor",))
publish("__delitem__", delitem, ("Tensor",))
