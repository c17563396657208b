"""Creation: tensors from data, and tensors filled with a value or a sequence."""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import dtypes, promotion
from ..device import require_cpu
from ..dims import as_ints
from ..observer import seam
from ..op import function, publish
from ..tensor import Tensor, wrap


def creation(*homes: str) -> Callable:
    """Publish a function that makes new tensors, and tell the observer of each."""

    def define(definition: Callable) -> Callable:
        @functools.wraps(definition)
        def create(*args: Any, **named: Any) -> Tensor:
            out = definition(*args, **named)
            if seam.count:
                seam.told().created(definition.__name__, out)
            return out

        publish(definition.__name__, create, homes)
        return create

    return define


def new_tensor(array: Any, requires_grad: bool = False) -> Tensor:
    """Return a leaf on `array`; only floating point can require a gradient."""
    tensor = wrap(array)
    if requires_grad:
        if array.dtype.kind != "f":
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        tensor._req = True
    return tensor


def numpy_dtype(dtype: Any, default: np.dtype | None = None, *, caller: str = "tensor") -> np.dtype | None:
    """Return the numpy dtype of what a program passes as `dtype`, or `default` for None."""
    if dtype is None:
        return default
    if isinstance(dtype, dtypes.dtype):
        if dtype.numpy is None:
            raise NotImplementedError(f"{dtype} is not available here; the nearest is torch.float32")
        return dtype.numpy
    if dtype in _PYTHON_TYPES:
        return _PYTHON_TYPES[dtype]
    raise TypeError(f"{caller}(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")


_PYTHON_TYPES = {float: np.dtype(np.float64), int: np.dtype(np.int64), bool: np.dtype(bool)}


# ---- from data


@creation("torch")
def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False):
    """Copy numbers, nested sequences or an array into a new tensor without history."""
    if type(requires_grad) is not bool:
        raise TypeError(f"tensor(): argument 'requires_grad' must be bool, not {type(requires_grad).__name__}")
    require_cpu(device)
    if isinstance(data, Tensor):
        warnings.warn(_COPY_CONSTRUCT, UserWarning, stacklevel=3)
    return new_tensor(array_from(data, numpy_dtype(dtype)), requires_grad)


_COPY_CONSTRUCT = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def array_from(data: Any, dtype: np.dtype | None) -> Any:
    """Return a new array of nested sequences, numbers, tensors or arrays, with PyTorch's choice of dtype."""
    if isinstance(data, Tensor):
        return np.array(data._data, dtype or data._data.dtype)
    if isinstance(data, np.ndarray | np.generic):
        if data.dtype not in dtypes.OF_NUMPY:
            raise TypeError(
                f"can't convert np.ndarray of type {data.dtype.type}. The only supported types are: float64, float32, "
                "float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool."
            )
        return np.array(data, dtype or data.dtype)
    shape = _nested_shape(data)
    wanted = dtype or _nested_dtype(data) or promotion.default_float()
    flat: list = []
    _flatten(data, shape, 0, flat)
    return _fill(flat, wanted, shape)


def _is_sequence(data: Any) -> bool:
    return isinstance(data, Sequence) and not isinstance(data, str) or isinstance(data, np.ndarray | Tensor) and data.ndim > 0


def _nested_shape(data: Any) -> tuple:
    shape = []
    while _is_sequence(data):
        shape.append(len(data))
        if len(shape) > 128:
            raise ValueError("too many dimensions 'list'")
        if not len(data):
            break
        data = data[0]
    return tuple(shape)


def _nested_dtype(data: Any) -> np.dtype | None:
    """Return the dtype of nested data; None for empty sequences, whose dtype is the default."""
    if isinstance(data, Tensor):
        return data._data.dtype
    if isinstance(data, np.ndarray | np.generic):
        return data.dtype
    if isinstance(data, bool | int | float):
        return promotion.number_dtype(data)
    if isinstance(data, str):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if not _is_sequence(data):
        if isinstance(data, complex):
            raise NotImplementedError("complex tensors are not available here; use two real tensors")
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    found = None
    for item in data:
        dtype = _nested_dtype(item)
        if dtype is not None:
            found = dtype if found is None else promotion.promote(found, dtype)
    return found


def _flatten(data: Any, shape: tuple, depth: int, flat: list) -> None:
    if depth == len(shape):
        if _is_sequence(data):
            raise ValueError("only one element tensors can be converted to Python scalars")
        flat.append(data.item() if isinstance(data, Tensor | np.ndarray) else data)
        return
    if not _is_sequence(data):
        raise TypeError("not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    if depth == len(shape) - 1 and not any(map(_is_sequence, data)):
        flat.extend(item.item() if isinstance(item, Tensor | np.ndarray) else item for item in data)
        return
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _fill(flat: list, dtype: np.dtype, shape: tuple) -> np.ndarray:
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        for value in flat:
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                raise ValueError("Overflow when unpacking long long")
            if not -(2 ** (bits - 1)) <= value < 2 ** (bits - (dtype.kind == "i")):
                name = dtypes.OF_NUMPY[dtype].name
                raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return np.array([int(value) for value in flat], np.int64).astype(dtype).reshape(shape)
    return np.array(flat, dtype).reshape(shape)


@creation("torch")
def as_tensor(data: Any, dtype: Any = None, device: Any = None):
    """Return data as a tensor, sharing memory with tensors and arrays that already fit."""
    require_cpu(device)
    wanted = numpy_dtype(dtype)
    if isinstance(data, Tensor):
        return data if wanted in (None, data._data.dtype) else data.to(dtype)
    if isinstance(data, np.ndarray) and wanted in (None, data.dtype) and data.dtype in dtypes.OF_NUMPY:
        return wrap(data)
    return wrap(array_from(data, wanted))


@creation("torch")
def from_numpy(array: Any):
    """Return a tensor on the memory of a numpy array."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    if array.dtype not in dtypes.OF_NUMPY:
        return wrap(array_from(array, None))
    return wrap(array)


# ---- filled


def _shape(size: tuple, caller: str) -> tuple[int, ...]:
    if len(size) == 1 and isinstance(size[0], Sequence) and not isinstance(size[0], str):
        size = tuple(size[0])
    elif not size:
        raise TypeError(f'{caller}() missing 1 required positional arguments: "size"')
    shape = []
    for n in size:
        if isinstance(n, float | str) or not hasattr(n, "__index__"):
            raise TypeError(f"{caller}(): argument 'size' (position 1) must be tuple of ints, not {type(size[0]).__name__}")
        shape.append(n.__index__())
    if any(n < 0 for n in shape):
        raise RuntimeError(f"{caller}: Dimension size must be non-negative.")
    return tuple(shape)


def _filled(name: str, value: int, doc: str) -> None:
    """Define `zeros` or `ones`, and their forms after another tensor."""

    def plain(*size: Any, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              pin_memory: bool = False, out: Any = None, names: Any = None) -> Tensor:  # fmt: skip
        require_cpu(device)
        shape = _shape(size, name)
        return new_tensor(np.full(shape, value, numpy_dtype(dtype, promotion.default_float(), caller=name)), requires_grad)

    def like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
             memory_format: Any = None, pin_memory: bool = False) -> Tensor:  # fmt: skip
        require_cpu(device)
        return new_tensor(np.full_like(input._data, value, numpy_dtype(dtype), subok=False), requires_grad)

    def new(self: Tensor, *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False,
            layout: Any = None, pin_memory: bool = False) -> Tensor:  # fmt: skip
        require_cpu(device)
        shape = _shape(size, f"new_{name}")
        return new_tensor(np.full(shape, value, numpy_dtype(dtype, self._data.dtype)), requires_grad)

    for suffixed, definition, home in ((name, plain, "torch"), (f"{name}_like", like, "torch"), (f"new_{name}", new, "Tensor")):
        definition.__name__ = definition.__qualname__ = suffixed
        definition.__doc__ = doc
        creation(home)(definition)


_filled("zeros", 0, "Return a tensor of zeros.")
_filled("ones", 1, "Return a tensor of ones.")
# Uninitialised memory shows whatever lay there before; zeros show the same thing each time.
_filled("empty", 0, "Return a tensor whose contents are not to be relied on (here: zeros).")


@creation("torch")
def full(size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False,
         layout: Any = None, pin_memory: bool = False):  # fmt: skip
    """Return a tensor of the given size with one value everywhere; its dtype follows the value."""
    if not isinstance(size, Sequence):
        raise TypeError(f"full(): argument 'size' (position 1) must be tuple of ints, not {type(size).__name__}")
    value = fill_value.item() if isinstance(fill_value, Tensor) else fill_value
    wanted = numpy_dtype(dtype, promotion.number_dtype(value))
    return new_tensor(np.full(as_ints(tuple(size)), value, wanted), requires_grad)


@creation("torch")
def full_like(input: Tensor, fill_value: Any, *, dtype: Any = None, requires_grad: bool = False, device: Any = None,
              layout: Any = None, memory_format: Any = None):  # fmt: skip
    """Return a tensor like `input` with one value everywhere."""
    return new_tensor(np.full_like(input._data, fill_value, numpy_dtype(dtype), subok=False), requires_grad)


@creation("torch")
def arange(*bounds: Any, start: Any = None, end: Any = None, step: Any = 1, dtype: Any = None, device: Any = None,
           requires_grad: bool = False, layout: Any = None, out: Any = None):  # fmt: skip
    """Return start, start + step, ... up to but without `end`: `arange(end)` or `arange(start, end, step)`."""
    values = [b.item() if isinstance(b, Tensor) else b for b in bounds]
    if len(values) == 1:
        end = values[0]
    elif values:
        start, end, step = (*values, step)[:3] if len(values) == 2 else values
    start = 0 if start is None else start
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    integers = all(isinstance(v, int) for v in (start, end, step))
    wanted = numpy_dtype(dtype, np.dtype(np.int64) if integers else promotion.default_float())
    count = math.ceil((end - start) / step)
    accumulate = np.float64 if wanted.kind == "f" else np.int64
    array = (start + np.arange(count, dtype=accumulate) * step).astype(wanted)
    return new_tensor(array, requires_grad)
