"""Creation: what makes a new leaf, and tensors filled with a value."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..base import errors, promotion
from ..base.array_memory import empty_strided as strided_memory
from ..base.device import require_cpu
from ..base.dims import as_ints
from ..base.foreign import type_name
from ..base.layouts import arranged, lying_like, required_format
from ..base.warn import warn_caller
from ..graph.observer import seam
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import publish
from ..op.out import refuse_gradients, write_out
from ..op.shown import shown
from ..op.signatures import parsed
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
            *args: Any, out: Tensor | None = None, dtype: Any = None, layout: Any = None, device: Any = None,
            pin_memory: bool = False, requires_grad: bool = False, memory_format: Any = None, **named: Any,
        ) -> Tensor:  # fmt: skip
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
                seam.observer().created(called, tensor)
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
            warn_caller(
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
        require_floating(tensor)
        tensor._req = True
    return tensor


def require_floating(tensor: Tensor) -> None:
    """Raise PyTorch's error for a tensor that cannot require a gradient."""
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


# ---- filled


def checked_size(size: Sequence, caller: str) -> tuple[int, ...]:
    """Return the sizes of a new tensor as a tuple, or raise PyTorch's error about negative ones."""
    shape = as_ints(size)
    if any(n < 0 for n in shape):
        if caller.startswith("new_"):
            raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}: {list(shape)}")
        raise RuntimeError(f"{caller}: Dimension size must be non-negative.")
    return shape


def _filled(name: str, value: int, doc: str) -> None:
    """Define `zeros`, `ones` or `empty`, and their forms after another tensor."""

    def plain(size: Any, *, dtype: np.dtype | None) -> np.ndarray:
        return np.full(checked_size(size, name), value, dtype or promotion.default_float())

    def like(input: Tensor, *, dtype: np.dtype | None) -> np.ndarray:
        array = input._data
        return lying_like(array, np.full(array.shape, value, dtype or array.dtype))

    def new(self: Tensor, size: Any, *, dtype: np.dtype | None) -> np.ndarray:
        return np.full(checked_size(size, f"new_{name}"), value, dtype or self._data.dtype)

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
_filled("empty", 0, "Return an uninitialized tensor (here: zeros).")


def refuse_complex(value: Any) -> None:
    """Raise an error about a complex number, which the argument parser lets through."""
    if isinstance(value, complex):
        raise NotImplementedError(errors.NO_COMPLEX)


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
    refuse_complex(fill_value)
    return filled(checked_size(size, "full"), fill_value, dtype or promotion.number_dtype(fill_value))


@creation("torch", takes="Number s")
def scalar_tensor(s: Any, *, dtype: np.dtype | None):
    """Return a 0-d tensor of a number, in the default floating point dtype."""
    return filled((), s, dtype or promotion.default_float())


@creation("torch", takes="Tensor input, Number fill_value")
def full_like(input: Tensor, fill_value: Any, *, dtype: np.dtype | None):
    """Return a tensor like `input` with one value everywhere."""
    refuse_complex(fill_value)
    out = lying_like(input._data, np.empty(input._data.shape, dtype or input._data.dtype))
    out[...] = filled((), fill_value, out.dtype)
    return out


@creation("Tensor", takes="tuple of ints size, Number fill_value")
def new_full(self: Tensor, size: Any, fill_value: Any, *, dtype: np.dtype | None):
    """Return a tensor of this tensor's dtype with one value everywhere."""
    refuse_complex(fill_value)
    return filled(checked_size(size, "new_full"), fill_value, dtype or self._data.dtype)


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
