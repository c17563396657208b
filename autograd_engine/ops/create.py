"""Creation: tensors from data, and tensors filled with a value or a sequence."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..base import dtypes, errors, promotion
from ..base.array_memory import empty_strided as strided_memory
from ..base.device import require_cpu
from ..base.foreign import type_name
from ..base.layouts import arranged, lying_like, required_format
from ..base.warn import warn, warn_compiled, warn_once
from ..graph.observer import seam
from ..graph.tensor import Tensor, wrap
from ..kernels.elementary import multiply_add
from ..op.op import function, publish
from ..op.out import refuse_gradients, write_out
from ..op.shown import shown
from ..op.signatures import invalid_arguments, parsed
from .convert import numpy_dtype

OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, "
    "bool requires_grad = False"
)


def creation(*homes: str, takes: str | None = None, name: str | None = None, in_order: bool = False) -> Callable:
    """Publish a function that makes a new array as one that makes a leaf, with the keywords they all have.

    The function gets `dtype` as a numpy dtype or None. The observer is told of each new leaf. `takes` are its
    positional parameters as PyTorch prints them, for PyTorch's TypeErrors; `name` is its public name where the module uses
    that name for something else; `in_order`: `out` is filled in the order of its elements, whatever its shape.
    """

    def define(definition: Callable) -> Callable:
        called = definition.__name__ = name or definition.__name__

        @functools.wraps(definition)
        def create(
            *args: Any,
            out: Tensor | None = None,
            dtype: Any = None,
            layout: Any = None,
            device: Any = None,
            pin_memory: bool = False,
            requires_grad: bool = False,
            memory_format: Any = None,
            **named: Any,
        ) -> Tensor:
            if requires_grad is not None and type(requires_grad) is not bool:
                raise TypeError(f"{called}(): argument 'requires_grad' must be bool, not {type_name(requires_grad)}")
            require_cpu(device)
            if out is not None:
                if dtype is not None and dtype is not out.dtype:
                    raise RuntimeError(
                        f"dtype {dtype.legacy} does not match dtype of out parameter ({out.dtype.legacy})"
                    )
                named["dtype"] = out.dtype
                if not in_order:
                    return write_out(out, create, args, named, called, False).requires_grad_(requires_grad)
                refuse_gradients(called, [out])
                return _fill_in_order(out, create(*args, **named), called).requires_grad_(requires_grad)
            array = definition(*args, dtype=numpy_dtype(dtype, caller=called), **named)
            if required_format(memory_format) is not None:
                array = arranged(array, memory_format)
            tensor = new_tensor(array, bool(requires_grad))
            if seam.count:
                seam.told().created(called, tensor)
            return tensor

        create.__qualname__ = called
        for home in homes:
            special = "torch.memory_format memory_format = None" if called.endswith("_like") else "Tensor out = None"
            texts = () if takes is None else (f"{takes}, *, {special}, {OPTIONS}",)
            publish(called, parsed(create, called, texts, method=home == "Tensor") if texts else create, (home,))
        return create

    return define


def _fill_in_order(out: Tensor, values: Tensor, name: str) -> Tensor:
    """Write a sequence into `out`, which keeps its shape if it has as many elements."""
    count = values._data.size
    if out._data.size != count:
        if name == "arange" and out._data.size:
            warn_compiled(
                f"The number of elements in the out tensor of shape {list(out._data.shape)} is {out._data.size} which does not "
                f"match the computed number of elements {count}. Note that this may occur as a result of rounding error. The out "
                f"tensor will be resized to a tensor of shape ({count},). (Triggered internally at "
                "/__w/pytorch/pytorch/aten/src/ATen/native/RangeFactories.cpp:199.)"
            )
        out.resize_(count)
    return out.copy_(values.view(out.shape))


def new_tensor(array: Any, requires_grad: bool = False) -> Tensor:
    """Return a leaf on `array`; only floating point can require a gradient."""
    tensor = wrap(array)
    if requires_grad:
        _require_floating(tensor)
        tensor._req = True
    return tensor


def _require_floating(tensor: Tensor) -> None:
    if tensor._data.dtype.kind != "f":
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")


# ---- what formulas need


@shown("0")
def zeros_as(like: Any, size: tuple | None = None) -> Any:
    """Return zeros like an array or tensor, or of another size; without history."""
    array = like._data if isinstance(like, Tensor) else like
    zeros = np.zeros_like(array, subok=False) if size is None else np.zeros(size, array.dtype)
    return wrap(zeros) if isinstance(like, Tensor) else zeros


def constant_like(tensor: Tensor, value: float) -> Tensor:
    """Return a tensor like `tensor` filled with a number, without history."""
    dtype = promotion.result_dtype((tensor._data, value))
    return wrap(np.full_like(tensor._data, value, dtype, subok=False))


@shown("0")
def zeros_of(info: tuple, grad: Any) -> Any:
    """Return zeros of a (shape, dtype), as a tensor if `grad` is one."""
    return wrap(np.zeros(*info)) if isinstance(grad, Tensor) else np.zeros(*info)


# ---- from data


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
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the "
    "list to a single "
    "numpy.ndarray with numpy.array() before converting to a tensor. (Triggered internally at "
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
            "given numpy array has byte order different from the native byte order. Conversion between "
            "byte orders is "
            "currently not supported."
        )
    if array.dtype.kind == "c":
        raise NotImplementedError(errors.NO_COMPLEX)
    if array.dtype not in dtypes.OF_NUMPY:
        raise TypeError(
            f"can't convert np.ndarray of type {array.dtype.type.__module__}.{array.dtype.type.__name__}. "
            "The only supported "
            "types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, "
            "uint64, uint32, "
            "uint16, uint8, and bool."
        )
    if any(step < 0 for step in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides "
            "are not currently "
            "supported. (You can probably work around this by making a copy of your array  with "
            "array.copy().) "
        )
    return dtypes.OF_NUMPY[
        array.dtype
    ].numpy  # a dtype that was unpickled is equal to numpy's own, but not the same object


_NO_SEQUENCES = (str, bytes, dict, Tensor, np.generic)


def _is_sequence(data: Any) -> bool:
    """Whether C calls it a sequence: it has items, and is no dictionary."""
    if isinstance(data, np.ndarray):
        return data.ndim > 0
    kind = type(data)
    return hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and not isinstance(data, _NO_SEQUENCES)


def _nested_shape(data: Any) -> tuple:
    shape = []
    while _is_sequence(data):
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
    if not _is_sequence(data):
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
    if not _is_sequence(data):
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
    elif _has_buffer(obj):
        made = _aliased_or_copied(
            frombuffer(obj, dtype=dtype or dtypes.OF_NUMPY[promotion.default_float()]), dtype, copy
        )
    elif copy is False:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    else:
        made = tensor(obj, dtype=dtype)
    if requires_grad:
        _require_floating(made)
        made.requires_grad = True
    return made


def _has_buffer(obj: Any) -> bool:
    try:
        return memoryview(obj) is not None
    except TypeError:
        return False


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
        _require_floating(made)
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
    return array.view(dtype)


@creation("torch")
def frombuffer(buffer: Any, *, count: int = -1, offset: int = 0, dtype: np.dtype | None):
    """Return a tensor on the memory of an object with Python's buffer protocol, such as a bytearray."""
    if dtype is None:
        raise TypeError('frombuffer() missing 1 required positional arguments: "dtype"')
    try:
        memory = memoryview(buffer).cast("B")
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    length, size = memory.nbytes, dtype.itemsize
    if length == 0 or count == 0:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1"
        )
    if count > 0 and offset + count * size > length:
        raise ValueError(
            f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater than actual "
            f"buffer length ({length} bytes)"
        )
    if count < 0 and (length - offset) % size:
        raise ValueError(
            f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element size ({size})"
        )
    if memory.readonly:
        warn_once(_READ_ONLY)
        memory = bytearray(memory)
    return np.frombuffer(memory, dtype, count if count > 0 else -1, offset)


_READ_ONLY = (
    "The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can write to the "
    "underlying (supposedly non-writable) buffer using the tensor. You may want to copy the buffer to protect its data or make "
    "it writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program. "
    "(Triggered internally at /__w/pytorch/pytorch/torch/csrc/utils/tensor_new.cpp:1556.)"
)


@creation("torch")
def scalar_tensor(s: Any, *, dtype: np.dtype | None):
    """Return a 0-d tensor of a number, in the default floating point dtype."""
    return filled((), s, dtype or promotion.default_float())


# ---- filled


def shape_of(size: tuple, caller: str) -> tuple[int, ...]:
    """Return sizes given as `f(2, 3)` or as `f((2, 3))`, or raise PyTorch's error."""
    if not size:
        raise TypeError(f'{caller}() missing 1 required positional arguments: "size"')
    varied = not (isinstance(size[0], Sequence) and not isinstance(size[0], str))
    if not varied and len(size) > 1:
        raise TypeError(f"{caller}() takes 1 positional argument but {len(size)} were given")
    shape = []
    for i, n in enumerate(size if varied else size[0]):
        if isinstance(n, Tensor) and n._data.size == 1 and n._data.dtype.kind in "iu":
            n = n.item()
        if isinstance(n, bool) and not i or isinstance(n, float | str | Tensor) or not hasattr(n, "__index__"):
            raise _no_size(caller, varied, i, n)
        shape.append(n.__index__())
    if any(n < 0 for n in shape):
        if caller.startswith("new_"):
            raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}: {shape}")
        raise RuntimeError(f"{caller}: Dimension size must be non-negative.")
    return tuple(shape)


def _no_size(caller: str, varied: bool, place: int, value: Any) -> TypeError:
    kind = type(value).__name__
    if not varied:
        return TypeError(
            f"{caller}(): argument 'size' (position 1) must be tuple of ints, but found element of type "
            f"{kind} at pos {place}"
        )
    if not place:
        return TypeError(f"{caller}(): argument 'size' (position 1) must be tuple of ints, not {kind}")
    return TypeError(
        f"{caller}(): argument 'size' failed to unpack the object at pos {place + 1} with error "
        f'"type must be tuple of ints,but got {kind}"'
    )


def required_tensor(caller: str, value: Any) -> Any:
    """Return the array of the argument `input`, or raise PyTorch's error."""
    if not isinstance(value, Tensor):
        raise errors.not_a_tensor(caller, "input", 1, value)
    return value._data


def _filled(name: str, value: int, doc: str) -> None:
    """Define `zeros`, `ones` or `empty`, and their forms after another tensor."""

    def plain(*size: Any, dtype: np.dtype | None, **named: Any) -> np.ndarray:
        size = (named.pop("size"),) if "size" in named else size
        if named:
            raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(named))}'")
        return np.full(shape_of(size, name), value, dtype or promotion.default_float())

    def like(input: Tensor, *, dtype: np.dtype | None) -> np.ndarray:
        array = required_tensor(f"{name}_like", input)
        return lying_like(array, np.full(array.shape, value, dtype or array.dtype))

    def new(self: Tensor, *size: Any, dtype: np.dtype | None, **named: Any) -> np.ndarray:
        return np.full(shape_of((named["size"],) if named else size, f"new_{name}"), value, dtype or self._data.dtype)

    for suffixed, definition, home in (
        (name, plain, "torch"),
        (f"{name}_like", like, "torch"),
        (f"new_{name}", new, "Tensor"),
    ):
        definition.__name__ = definition.__qualname__ = suffixed
        definition.__doc__ = doc
        creation(home)(definition)


_filled("zeros", 0, "Return a tensor of zeros.")
_filled("ones", 1, "Return a tensor of ones.")
# Uninitialised memory shows whatever lay there before; zeros show the same thing each time.
_filled("empty", 0, "Return a tensor whose contents are not to be relied on (here: zeros).")


def fill_number(caller: str, value: Any) -> Any:
    """Return the argument `fill_value` as a number, or raise PyTorch's error."""
    if isinstance(value, Tensor) and not value._data.ndim:
        return value.item()
    if isinstance(value, complex):
        raise NotImplementedError(errors.NO_COMPLEX)
    if not isinstance(value, bool | int | float | np.generic):
        raise TypeError(f"{caller}(): argument 'fill_value' (position 2) must be Number, not {type_name(value)}")
    return value


def filled(shape: tuple, value: float, dtype: np.dtype) -> np.ndarray:
    """Return an array of one number; an integer must fit the dtype."""
    if dtype.kind in "iu":
        value = int(value)
        if not -np.iinfo(dtype).max - 1 <= value <= np.iinfo(dtype).max:
            raise errors.overflow(dtype)
        return np.full(shape, value).astype(dtype)
    return np.full(shape, value, dtype)


@creation("torch", takes="tuple of ints size, Number fill_value")
def full(size: Any, fill_value: Any, *, dtype: np.dtype | None):
    """Return a tensor of the given size with one value everywhere; its dtype follows the value."""
    value = fill_number("full", fill_value)
    return filled(shape_of((tuple(size),), "full"), value, dtype or promotion.number_dtype(value))


@creation("torch", takes="Tensor input, Number fill_value")
def full_like(input: Tensor, fill_value: Any, *, dtype: np.dtype | None):
    """Return a tensor like `input` with one value everywhere."""
    array = required_tensor("full_like", input)
    out = lying_like(array, np.empty(array.shape, dtype or array.dtype))
    out[...] = filled((), fill_number("full_like", fill_value), out.dtype)
    return out


@creation("Tensor", takes="tuple of ints size, Number fill_value")
def new_full(self: Tensor, size: Any, fill_value: Any, *, dtype: np.dtype | None):
    """Return a tensor of this tensor's dtype with one value everywhere."""
    return filled(shape_of((tuple(size),), "new_full"), fill_number("new_full", fill_value), dtype or self._data.dtype)


@creation("torch")
def empty_strided(size: Any, stride: Any, *, dtype: np.dtype | None):
    """Return a tensor with this size and these strides, in elements."""
    return zeros_strided(tuple(size), tuple(stride), dtype or promotion.default_float())


def zeros_strided(size: tuple, stride: tuple, dtype: np.dtype) -> np.ndarray:
    """Return zeros with these strides, in elements."""
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})"
        )
    array = strided_memory(size, stride, dtype)
    array[...] = 0
    return array


# ---- sequences


def number(value: Any) -> Any:
    """Return a bound of a range as a Python number."""
    return value.item() if isinstance(value, Tensor | np.generic) else value


@creation("torch", in_order=True)
def arange(*bounds: Any, start: Any = 0, end: Any = None, step: Any = 1, dtype: np.dtype | None):
    """Return start, start + step, ... up to but without `end`: `arange(end)` or `arange(start, end, step)`."""
    if len(bounds) == 1:
        start, end = (start, bounds[0]) if end is None else (bounds[0], end)
    elif bounds:
        start, end, step = (*bounds, step)[:3] if len(bounds) < 4 else (None,) * 3
    for name, value in (("end", end), ("start", start), ("step", step)):
        if isinstance(value, str):
            raise TypeError(f"arange(): argument '{name}' (position 1) must be Number, not str")
        if value is None:
            raise invalid_arguments("torch", "arange", bounds)
    bounds = number(start), number(end), number(step)
    wanted = (
        dtype or np.dtype(np.int64) if all(isinstance(v, int) for v in bounds) else dtype or promotion.default_float()
    )
    if wanted == np.int64:
        bounds = tuple(int(v) if math.isfinite(v) else v for v in bounds)
    if wanted.kind == "b":
        raise errors.not_implemented("arange_cpu", wanted)
    start, end, step = bounds
    check_range(start, end, step if wanted.kind == "f" else int(step))
    whole = all(isinstance(v, int) for v in (start, end, step))
    count = -((start - end) // step) if whole else math.ceil((end - start) / step)
    if wanted.kind == "f":
        return multiply_add(np.arange(count, dtype=np.float64), float(step), float(start)).astype(wanted)
    return (int(start) + np.arange(count) * int(step)).astype(wanted)


def check_range(start: float, end: float, step: float) -> None:
    """Raise PyTorch's error about bounds that no range has."""
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if abs((end - start) / step) >= 2**63:
        raise RuntimeError("invalid size, possible overflow?")


@creation("torch", in_order=True)
def range(start: float = 0, end: float = 0, step: float = 1, *, dtype: np.dtype | None):
    """Return start, start + step, ... up to and with `end`: deprecated, see `arange`."""
    warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's "
        "range builtin. Instead, use torch.arange, which produces values in [start, end)."
    )
    check_range(start, end, step)
    count = math.floor((end - start) / step) + 1
    return (start + np.arange(count, dtype=np.float64) * step).astype(dtype or promotion.default_float())


def spaced(start: Any, end: Any, steps: Any, dtype: np.dtype, caller: str) -> np.ndarray:
    """Return `steps` numbers from `start` to `end`, counted from the nearer end, in the arithmetic of `dtype`."""
    _refuse_dimensions(start, end, caller)
    start, end = number(start), number(end)
    if not isinstance(steps, int) or not all(isinstance(v, int | float) for v in (start, end)):
        raise invalid_arguments("torch", caller, (start, end) if steps is None else (start, end, steps))
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    real = dtype.type if dtype.kind == "f" else np.float64
    start, end = real(dtype.type(start)), real(dtype.type(end))
    if steps == 1:
        return np.array([start])
    step = (end - start) / real(steps - 1)
    places = np.arange(steps).astype(real)
    half = steps // 2
    up, down = places[:half], real(steps - 1) - places[half:]
    if real is np.float16:
        return np.concatenate([up * step + start, down * -step + end])
    return np.concatenate([multiply_add(up, step, start), multiply_add(down, -step, end)])


def _refuse_dimensions(start: Any, end: Any, caller: str) -> None:
    given = {label: v.ndim for label, v in (("start", start), ("end", end)) if isinstance(v, Tensor)}
    if any(given.values()):
        found = " and ".join(f"{label} with {ndim} dimension(s)" for label, ndim in given.items())
        raise RuntimeError(f"{caller} only supports 0-dimensional start and end tensors, but got {found}.")


@creation("torch", in_order=True)
def linspace(start: Any, end: Any, steps: Any = None, *, dtype: np.dtype | None):
    """Return `steps` evenly spaced numbers from `start` to `end`, both included."""
    wanted = dtype or promotion.default_float()
    return spaced(start, end, steps, wanted, "linspace").astype(wanted)


@creation("torch", in_order=True)
def logspace(start: Any, end: Any, steps: Any = None, base: float = 10.0, *, dtype: np.dtype | None):
    """Return `base` to the power of evenly spaced numbers from `start` to `end`, both included."""
    wanted = dtype or promotion.default_float()
    return np.power(np.float64(base), spaced(start, end, steps, wanted, "logspace")).astype(wanted)


@creation("torch", takes="int n, int m = None")
def eye(n: Any, m: Any = None, *, dtype: np.dtype | None):
    """Return a matrix with ones on the diagonal."""
    for name, value in (("n", n), ("m", n if m is None else m)):
        if value < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    return np.eye(n, m, dtype=dtype or promotion.default_float())


def _triangle(name: str, rows_above: Callable, doc: str) -> None:
    def indices(row: int, col: int, offset: int = 0, *, dtype: np.dtype | None) -> np.ndarray:
        for label, n in (("row", row), ("col", col)):
            if n < 0:
                raise RuntimeError(f"{label} must be non-negative, got{n}")
        dtype = np.dtype(np.int64) if dtype is None else dtype
        if dtype.kind != "i":
            raise errors.not_implemented(name, dtype)
        return np.array(rows_above(row, offset, col), dtype)

    indices.__name__ = name
    indices.__doc__ = doc
    creation("torch")(indices)


_triangle("tril_indices", np.tril_indices, "Return the indices of the lower triangle of a matrix, as two rows.")
_triangle("triu_indices", np.triu_indices, "Return the indices of the upper triangle of a matrix, as two rows.")
