"""`out=`: the result of a function written into a tensor that is already there."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from . import errors, return_types
from .grad_mode import grad_enabled
from .inplace import refuse_overlap
from .promotion import can_cast
from .return_types import Structured
from .tensor import Tensor
from .warn import warn_compiled


def castable(name: str, result: np.dtype, out: np.dtype) -> Exception | None:
    """The rule of elementwise operators: the result may be cast to any dtype of a higher kind."""
    return None if can_cast(result, out) else errors.cannot_cast(result, out)


def exactly(name: str, result: np.dtype, out: np.dtype) -> Exception:
    """The rule of most other operators: the result is not cast."""
    return RuntimeError(
        f"Expected out tensor to have dtype {errors.cpp_name(result)}, but got {errors.cpp_name(out)} instead"
    )


def in_its_dtype(name: str, result: np.dtype, out: np.dtype) -> Exception:
    """The rule of sums and products: unless `dtype` says otherwise they are computed in the dtype of `out`."""
    return exactly(name, result, out)


def with_out(function: Callable, rule: Callable = castable) -> Callable:
    """Return a function that takes the keyword argument `out` besides those it has.

    `rule` returns the error for a result of a dtype that `out`, of another one, does not take.
    """

    @functools.wraps(function)
    def call(*args: Any, out: Any = None, **named: Any) -> Any:
        return function(*args, **named) if out is None else write_out(out, function, args, named, rule)

    return call


def write_out(out: Any, function: Callable, args: tuple, named: dict, rule: Callable = castable) -> Any:
    """Call `function` and write its result, one tensor or several, into `out`, which is returned.

    A tensor of another shape is resized, with a warning if that loses elements.
    """
    name = function.__name__.lstrip("_")
    outs = (out,) if isinstance(out, Tensor) else out
    involved = _tensors((args, tuple(named.values()), outs))
    if _differentiable(function) and grad_enabled() and any(t.requires_grad for t in involved):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but one "
            "of the arguments "
            "requires grad."
        )
    if rule is in_its_dtype and named.get("dtype") is None:
        named = {**named, "dtype": out.dtype}
    operands = involved if _elementwise(function) else ()
    for one in outs:
        refuse_overlap(one._data, [tensor._data for tensor in operands])
    result = function(*args, **named)
    if isinstance(result, Tensor):
        return _write(outs[0], result, name, rule)
    if len(outs) != len(result):
        raise TypeError(f"expected tuple of {len(result)} elements but got {len(outs)}")
    if isinstance(result, Structured):
        kind, rule = getattr(return_types, f"{type(result).__name__}_out", type(result)), exactly
    else:
        kind = type(result)
    return kind([_write(one, value, name, rule) for one, value in zip(outs, result, strict=True)])


def _differentiable(function: Callable) -> bool:
    """Whether a function may be one that autograd knows; a comparison, for example, is none."""
    return not hasattr(function, "op") or function.op.node is not None


def _elementwise(function: Callable) -> bool:
    """Whether a function computes each element of its result from elements of its operands."""
    return hasattr(function, "op") and function.op.elementwise


def _tensors(values: Iterable) -> list[Tensor]:
    found = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, tuple | list):
            found += _tensors(value)
    return found


def _write(out: Tensor, result: Tensor, name: str, rule: Callable) -> Tensor:
    dtype, wanted = result._data.dtype, out._data.dtype
    if dtype is not wanted and (error := rule(name, dtype, wanted)) is not None:
        raise error
    if out._data.shape != result._data.shape:
        if out._data.size:
            warn_compiled(
                "An output with one or more elements was resized since it had shape "
                f"{list(out._data.shape)}, which does not match the required output shape "
                f"{list(result._data.shape)}. "
                "This behavior is deprecated, and in a future PyTorch release outputs will not be resized "
                "unless they have "
                "zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero "
                "elements with "
                "t.resize_(0). (Triggered internally at "
                "/__w/pytorch/pytorch/aten/src/ATen/native/Resize.cpp:30.)",
            )
        out._data = np.empty(result._data.shape, out._data.dtype)
    return out.copy_(result)
