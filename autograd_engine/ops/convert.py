"""Conversions between dtypes, and (there is only one) between devices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors, promotion
from ..base.device import UNLINKED_CUDA, device, require_cpu, require_cuda
from ..base.foreign import type_name
from ..base.layouts import arranged, format_of, lying_like_copy, memory_format, required_format
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op
from ..op.shown import shown
from ..op.signatures import invalid_arguments

# ---- what programs pass as `dtype`


def numpy_dtype(dtype: Any, default: np.dtype | None = None, *, caller: str = "tensor") -> np.dtype | None:
    """Return the numpy dtype of what a program passes as `dtype`, or `default` for None."""
    if dtype is None:
        return default
    if isinstance(dtype, dtypes.dtype):
        return available(dtype)
    if dtype in _PYTHON_TYPES:
        return _PYTHON_TYPES[dtype]
    raise TypeError(f"{caller}(): argument 'dtype' must be torch.dtype, not {type_name(dtype)}")


_PYTHON_TYPES = {float: np.dtype(np.float64), int: np.dtype(np.int64), bool: np.dtype(bool)}


def available(dtype: dtypes.dtype) -> np.dtype:
    """Return the numpy dtype of a torch.dtype, or refuse one of which there are no tensors here."""
    if dtype.numpy is None:
        if dtype.is_complex:
            raise NotImplementedError(errors.NO_COMPLEX)
        raise errors.lacks(str(dtype), f"the nearest is torch.{'float32' if dtype.is_floating_point else 'int64'}")
    return dtype.numpy


# ---- conversion


@op("ToCopyBackward0", self=lambda grad, self_dtype: to_dtype(grad, self_dtype))
def _to_copy(self, dtype, memory_format=None):
    return converted(self, dtype, memory_format)


@op()
def _to_integers(self, dtype, memory_format=None):
    return converted(self, dtype, memory_format)


def converted(array: Any, dtype: np.dtype, memory_format: memory_format | None = None) -> Any:
    """Return an array in another dtype; floating point numbers that do not fit an integer wrap around as in C on x86-64."""
    found = array
    if array.dtype.kind == "f" and dtype.kind in "iu":
        found = _whole(array, dtype if dtype.itemsize >= 4 else np.dtype(np.int32))
    if memory_format is not None:
        return arranged(found.astype(dtype, copy=False), memory_format)
    return lying_like_copy(array, np.array(found, dtype))


def _whole(array: Any, dtype: np.dtype) -> np.ndarray:
    """Return numbers as integers; what does not fit is the least of them, on every machine."""
    found = np.array(array, dtype)
    least = np.float64(np.iinfo(dtype).min)
    fits = (array >= least) & (array < -least)
    if not fits.all():
        found[~fits] = least
    return found


@shown("tensor")
def to_dtype(tensor: Any, dtype: np.dtype) -> Any:
    """Return an array or tensor in the given numpy dtype; itself if it has it already."""
    if not isinstance(tensor, Tensor):
        return tensor if tensor.dtype == dtype else tensor.astype(dtype)
    return tensor if tensor._data.dtype == dtype else copied(tensor, dtype)


def to_dtype_of(tensor: Any, other: Any) -> Any:
    """Return an array or tensor in the dtype of another one."""
    return to_dtype(tensor, (other._data if isinstance(other, Tensor) else other).dtype)


def copied(tensor: Tensor, dtype: np.dtype, memory_format: memory_format | None = None) -> Tensor:
    """Return a copy of a tensor in the given numpy dtype; integers carry no gradient."""
    return (_to_copy if dtype.kind == "f" else _to_integers).op.call(tensor, dtype, memory_format)


def _brought(tensor: Tensor, dtype: np.dtype, wanted: memory_format | None, copy: bool = False) -> Tensor:
    """Return a tensor in a dtype and a memory format; itself if it has both already and no copy is asked for."""
    wanted = required_format(wanted)
    if not copy and tensor._data.dtype == dtype and (wanted is None or format_of(tensor._data) is wanted):
        return tensor
    return copied(tensor, dtype, wanted)


@function("Tensor")
def to(self, *args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None):
    """Return the tensor with another dtype: `to(dtype)`, `to(device)`, `to(device, dtype)` or `to(other)`."""
    target, dtype, copy = parsed_to(args, device, dtype, copy)
    require_cpu(target)
    wanted = numpy_dtype(dtype, self._data.dtype, caller="to")
    return _brought(self, wanted, memory_format, copy)


def parsed_to(args: tuple, target: Any = None, dtype: Any = None, copy: bool = False) -> tuple:
    """Return (device, dtype, copy) of a call of `to`."""
    given, rest = args, ()
    if args:
        first, rest = args[0], args[1:]
        if isinstance(first, Tensor):
            dtype = first.dtype
        elif isinstance(first, dtypes.dtype) or first in _PYTHON_TYPES:
            dtype = first
        elif isinstance(first, str | device | int | None) and not isinstance(first, bool):
            target = first
            if rest and not isinstance(rest[0], bool):
                dtype, rest = rest[0], rest[1:]
        else:
            raise invalid_arguments("Tensor", "to", given)
    if len(rest) > 1:
        copy = rest[1]
    return target, dtype, copy


def _conversion(name: str, dtype: dtypes.dtype) -> None:
    def convert(self: Tensor, *, memory_format: Any = None) -> Tensor:
        return _brought(self, available(dtype), memory_format)

    convert.__doc__ = f"Return the tensor as {dtype!r}."
    function("Tensor", name=name, takes="*, torch.memory_format memory_format = None")(convert)


for _name, _dtype in {
    "half": dtypes.float16, "float": dtypes.float32, "double": dtypes.float64, "char": dtypes.int8, "short": dtypes.int16,
    "int": dtypes.int32, "long": dtypes.int64, "byte": dtypes.uint8, "bool": dtypes.bool_,
}.items():  # fmt: skip
    _conversion(_name, _dtype)
for _dtype in dtypes.UNAVAILABLE[:4]:
    _conversion(
        {"complex32": "chalf", "complex64": "cfloat", "complex128": "cdouble"}.get(_dtype.name, _dtype.name), _dtype
    )


@function("Tensor")
def type_as(self, other):
    """Return the tensor with the dtype of `other`."""
    return to_dtype(self, other._data.dtype)


def legacy_dtype(name: str, unavailable: Exception) -> dtypes.dtype | None:
    """Return the dtype of an old tensor type named in full, None if there is no such type; one on a GPU is `unavailable`."""
    home, _, short = name.rpartition(".")
    if home not in ("torch", "torch.cuda"):
        return None
    known = {f"{d.legacy}Tensor": d for d in (*dtypes.ALL, *dtypes.UNAVAILABLE[:1])}
    known["Tensor"] = dtypes.OF_NUMPY[promotion.default_float()]
    if home == "torch.cuda" and short in known:
        raise unavailable
    return known.get(short)


@function("Tensor", name="type", takes="object dtype = None, bool non_blocking = False")
def of_type(self: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """Return the name of the tensor's type, or the tensor converted to a dtype given as such, by name or as a class."""
    if dtype is None:
        return f"torch.{self.dtype.legacy}Tensor"
    if not isinstance(dtype, type | str | dtypes.dtype):
        raise TypeError("dtype must be a type, str, or dtype object")
    if not isinstance(dtype, dtypes.dtype):
        name = dtype if isinstance(dtype, str) else dtype.__name__
        if isinstance(dtype, type) and dtype.__module__ in ("torch", "torch.cuda"):
            name = f"{dtype.__module__}.{name}"
        dtype = legacy_dtype(name, RuntimeError(UNLINKED_CUDA.format("initialize CUDA")))
        if dtype is None:
            raise ValueError(f"invalid type: '{name}'")
    return to_dtype(self, available(dtype))


@function("Tensor", takes="*, torch.memory_format memory_format = None")
def cpu(self, *, memory_format=None):
    """Return the tensor itself, unless a memory format is asked for: it is on the CPU."""
    return _brought(self, self._data.dtype, memory_format)


@function(
    "Tensor", takes="torch.device device = None, bool non_blocking = False, *, torch.memory_format memory_format = None"
)
def cuda(self, device=None, non_blocking=False, *, memory_format=None):
    """Raise PyTorch's error: there is no GPU here."""
    require_cuda(device)
