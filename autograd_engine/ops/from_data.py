"""Tensors from data: from lists, NumPy arrays and buffers, copied or shared."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors, promotion
from ..base.device import require_cpu
from ..base.foreign import type_name
from ..base.warn import warn, warn_once
from ..graph.observer import seam
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from .convert import numpy_dtype
from .create import creation, require_floating


@creation("torch", takes="object data")
def tensor(data: Any, *, dtype: np.dtype | None):
    """Copy numbers, nested sequences or an array into a new tensor without history."""
    if isinstance(data, Tensor):
        warn(_COPY_CONSTRUCT.format("torch.tensor"))
    return array_from(data, dtype)


@creation("Tensor", takes="object data", name="new_tensor")
def _new_tensor_method(self: Tensor, data: Any, *, dtype: np.dtype | None):
    """Copy data into a new tensor of this tensor's dtype."""
    if isinstance(data, Tensor):
        warn(_COPY_CONSTRUCT.format("tensor.new_tensor"))
    return array_from(data, dtype or self._data.dtype)


_COPY_CONSTRUCT = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than {}(sourceTensor)."
)


_SLOW_LIST = (
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a "
    "single numpy.ndarray with numpy.array() before converting to a tensor. (Triggered internally at "
    "/__w/pytorch/pytorch/torch/csrc/utils/tensor_new.cpp:252.)"
)


def array_from(data: Any, dtype: np.dtype | None) -> Any:
    """Return a new array of nested sequences, numbers, tensors or arrays, with PyTorch's choice of dtype."""
    if isinstance(data, Tensor):
        return np.array(data._data, dtype or data._data.dtype)
    if isinstance(data, np.ndarray | np.generic):
        return data.astype(dtype or checked_dtype(data))
    if isinstance(data, str | bytes):
        raise TypeError(f"new(): invalid data type '{type_name(data)}'")
    shape = _nested_shape(data)
    if len(shape) > 1 and isinstance(data[0], np.ndarray):
        warn_once(_SLOW_LIST)
    wanted = dtype or _nested_dtype(data) or promotion.default_float()
    flat: list = []
    _flatten(data, shape, 0, flat)
    return _fill(flat, wanted, shape)


def checked_dtype(array: Any) -> np.dtype:
    """Return the dtype of a numpy array, or raise PyTorch's error if the array cannot become a tensor."""
    if not array.dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
            "currently not supported."
        )
    if array.dtype.kind == "c":
        raise NotImplementedError(errors.NO_COMPLEX)
    if array.dtype not in dtypes.OF_NUMPY:
        raise TypeError(
            f"can't convert np.ndarray of type {array.dtype.type.__module__}.{array.dtype.type.__name__}. The only "
            "supported types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, "
            "uint32, uint16, uint8, and bool."
        )
    if any(step < 0 for step in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
            "currently supported. (You can probably work around this by making a copy of your array  with "
            "array.copy().) "
        )
    # A dtype that was unpickled is equal to numpy's own, but not the same object.
    return dtypes.OF_NUMPY[array.dtype].numpy


_NO_SEQUENCES = (str, bytes, dict, Tensor, np.generic)


def is_sequence(data: Any) -> bool:
    """Whether C calls it a sequence: it has items, and is no dictionary."""
    if isinstance(data, np.ndarray):
        return data.ndim > 0
    kind = type(data)
    return hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and not isinstance(data, _NO_SEQUENCES)


def _nested_shape(data: Any) -> tuple:
    shape = []
    while is_sequence(data):
        shape.append(len(data))
        if len(shape) > 128:
            raise ValueError(f"too many dimensions '{type_name(data)}'")
        if not len(data):
            break
        try:
            data = data[0]
        except Exception:
            raise ValueError(f"could not determine the shape of object type '{type_name(data)}'") from None
    if shape and isinstance(data, str | bytes) and len(data):
        raise ValueError(f"too many dimensions '{type_name(data)}'")
    return tuple(shape)


def _nested_dtype(data: Any) -> np.dtype | None:
    """Return the dtype of nested data; None for empty sequences, whose dtype is the default."""
    if isinstance(data, Tensor):
        return data._data.dtype
    if isinstance(data, np.ndarray | np.generic):
        return data.dtype
    if isinstance(data, bool | int | float):
        return promotion.number_dtype(data)
    if isinstance(data, str | bytes):
        raise TypeError(f"new(): invalid data type '{type_name(data)}'")
    if not is_sequence(data):
        if isinstance(data, complex):
            raise NotImplementedError(errors.NO_COMPLEX)
        raise RuntimeError(f"Could not infer dtype of {type_name(data)}")
    found = None
    for item in data:
        dtype = _nested_dtype(item)
        if dtype is not None:
            found = dtype if found is None else promotion.promote(found, dtype)
    return found


def _flatten(data: Any, shape: tuple, depth: int, flat: list) -> None:
    """Append the numbers of nested sequences to `flat`, all of which must have the shape of the first."""
    if depth == len(shape):
        flat.append(_item(data))
        return
    if not is_sequence(data):
        raise TypeError("not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _item(data: Any) -> Any:
    """Return a number among nested data, which may be a tensor of one element."""
    if not isinstance(data, Tensor):
        return data.item() if isinstance(data, np.ndarray) else data
    return float(data) if data._data.dtype.kind == "f" else data.__index__()


def _fill(flat: list, dtype: np.dtype, shape: tuple) -> np.ndarray:
    """Return an array of these numbers; integers must fit, as PyTorch demands of data."""
    for value in flat:
        if not isinstance(value, bool | int | float | np.generic):
            raise _no_number(value, dtype)
    if dtype.kind not in "iu":
        return np.array(flat, dtype).reshape(shape)
    bits = 8 * dtype.itemsize
    for value in flat:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError("Overflow when unpacking long long")
        if not -(2 ** (bits - 1)) <= value < 2 ** (bits - (dtype.kind == "i")):
            raise RuntimeError(f"value cannot be converted to type {dtypes.OF_NUMPY[dtype].name} without overflow")
    return np.array([int(value) for value in flat], np.int64).astype(dtype).reshape(shape)


def _no_number(value: Any, dtype: np.dtype) -> Exception:
    kind = type(value).__name__
    if isinstance(value, complex):
        return NotImplementedError(errors.NO_COMPLEX)
    if dtype.kind == "f":
        return TypeError(f"must be real number, not {kind}")
    return TypeError(f"'{kind}' object cannot be interpreted as an integer")


@function("torch")
def as_tensor(data: Any, *, dtype: Any = None, device: Any = None):
    """Return data as a tensor, sharing memory with tensors and arrays that already fit."""
    require_cpu(device)
    wanted = numpy_dtype(dtype, caller="as_tensor")
    if isinstance(data, Tensor):
        return data if wanted is None or wanted == data._data.dtype else data.to(dtype)
    if isinstance(data, np.ndarray) and (wanted is None or wanted == data.dtype):
        return wrap(_shared(data))
    return tensor(data, dtype=dtype)


@function("torch")
def asarray(
    obj: Any, *, dtype: Any = None, device: Any = None, copy: bool | None = None, requires_grad: bool | None = None
):
    """Return anything array-like as a tensor; `copy` decides whether memory is shared, None: if possible."""
    require_cpu(device)
    if isinstance(obj, Tensor):
        return _asarray_of_tensor(_aliased_or_copied(obj, dtype, copy), requires_grad)
    if isinstance(obj, np.ndarray | np.generic):
        made = _aliased_or_copied(wrap(_shared(np.asarray(obj))), dtype, copy)
    elif copy is False:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    else:
        made = tensor(obj, dtype=dtype)
    if requires_grad:
        require_floating(made)
        made.requires_grad = True
    return made


def _aliased_or_copied(given: Tensor, dtype: Any, copy: bool | None) -> Tensor:
    """Return a tensor of another dtype, or of the same, on memory of its own if `copy` (None: if needed)."""
    if dtype is None or dtype is given.dtype:
        return given.clone() if copy else given
    if copy is False:
        raise ValueError(f"can't alias tensor with dtype '{given.dtype.legacy}' into dtype '{dtype.legacy}'.")
    return given.to(dtype)


def _asarray_of_tensor(made: Tensor, requires_grad: bool | None) -> Tensor:
    if requires_grad is None and made.requires_grad:
        warn_once(
            "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. Pass "
            "requires_grad=False explicitly to get the old behavior and silence this warning. (Triggered internally at "
            "/__w/pytorch/pytorch/torch/csrc/utils/tensor_new.cpp:1737.)"
        )
    if requires_grad is False and made.requires_grad:
        return made.requires_grad_(False) if made.is_leaf else made.detach()
    if requires_grad:
        require_floating(made)
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


@creation("torch")
def from_numpy(array: Any, *, dtype: None):
    """Return a tensor on the memory of a numpy array."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type_name(array)})")
    return _shared(array)


def _shared(array: np.ndarray) -> np.ndarray:
    dtype = checked_dtype(array)
    if not array.flags.writeable:
        warn_once(
            "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This means writing to "
            "this tensor will result in undefined behavior. You may want to copy the array to protect its data or make it "
            "writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program. "
            "(Triggered internally at /__w/pytorch/pytorch/torch/csrc/utils/tensor_numpy.cpp:213.)"
        )
    shared = array.view(dtype)
    if seam.count:
        seam.observer().shared(shared)
    return shared
