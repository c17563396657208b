"""`out=`: the result of a function written into a tensor that is already there."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..base import return_types
from ..base.array_memory import refuse_partial_overlap
from ..base.foreign import type_name
from ..base.warn import warn_compiled
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.tensor import Tensor
from .out_rules import check_dtype, check_gradient, is_silent

# Functions that compute in the dtype of `out`, and those that give it the shape of the result without a word.
_COMPUTED_IN = frozenset({"cumprod", "cumsum", "prod", "sum"})
_RESIZING = frozenset("addbmm empty eye full multinomial ones rand randint randn randperm zeros".split())

# Functions that never write to what they read from.
_APART = frozenset("cross gather index_select linalg_cross masked_select nonzero outer take take_along_dim".split())

# Functions, besides the operators that say so, that compute each element from those at its place.
_ELEMENTWISE = frozenset(
    "clamp clamp_max clamp_min clip copysign cumprod cumsum div divide fmod lerp maximum minimum polygamma pow remainder round "
    "sort special_xlog1py special_xlogy square true_divide where xlogy".split()
)


def with_out(function: Callable, name: str) -> Callable:
    """Return a function that takes the keyword argument `out` besides those it has; `name` is PyTorch's for it."""

    @functools.wraps(function)
    def call(*args: Any, out: Any = None, **named: Any) -> Any:
        return function(*args, **named) if out is None else write_out(out, function, args, named, name)

    return call


def write_out(out: Any, function: Callable, args: tuple, named: dict, name: str) -> Any:
    """Call `function` and write its result, one tensor or several, into `out`, which is returned.

    A tensor of another shape is resized, with a warning if that loses elements.
    """
    outs = (out,) if isinstance(out, Tensor) else out
    if not isinstance(outs, tuple | list):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    recorded = grad_enabled() and (not hasattr(function, "op") or function.op.node is not None)
    operands = _tensors((args, tuple(named.values())))
    if name in ("max", "min") and len(operands) == 2:
        name += "imum"
    if recorded:
        check_gradient(name, any(t.requires_grad for t in operands), any(t.requires_grad for t in outs))
    if name in _COMPUTED_IN and named.get("dtype") is None:
        named = {**named, "dtype": outs[0].dtype}
    result = function(*args, **named)
    if isinstance(result, Tensor) and out is not outs[0]:
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    results = (result,) if isinstance(result, Tensor) else result
    if len(outs) != len(results):
        raise TypeError(f"expected tuple of {len(results)} elements but got {len(outs)}")
    for i, (one, value) in enumerate(zip(outs, results, strict=True)):
        if value._data.dtype is not one._data.dtype:
            place = i if results is result else None
            check_dtype(name, len(operands), place, value._data.dtype, one._data.dtype)
    _refuse_overlap(name, function, outs, operands)
    written = [_write(one, value, name, recorded) for one, value in zip(outs, results, strict=True)]
    if results is not result:
        return out
    kind = type(result)
    return getattr(return_types, f"{kind.__name__}_out", kind)(written)


def _refuse_overlap(name: str, function: Callable, outs: Iterable, operands: list[Tensor]) -> None:
    """Raise PyTorch's error about results that would overwrite what they are computed from."""
    apart = name in _APART
    if apart or name in _ELEMENTWISE or hasattr(function, "op") and function.op.elementwise:
        for out in outs:
            refuse_partial_overlap(out._data, [operand._data for operand in operands], whole=apart)


def _tensors(values: Iterable) -> list[Tensor]:
    """Return the tensors among these values and in the sequences among them."""
    found = []
    for value in values:
        found += [value] if isinstance(value, Tensor) else _tensors(value) if isinstance(value, tuple | list) else []
    return found


def _write(out: Tensor, result: Tensor, name: str, recorded: bool) -> Tensor:
    data, memory = result._data, out._data
    if memory.shape != data.shape:
        if memory.size and name not in _RESIZING:
            warn_compiled(
                f"An output with one or more elements was resized since it had shape {list(memory.shape)}, which does not "
                f"match the required output shape {list(data.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can explicitly reuse an out tensor t "
                "by resizing it, inplace, to zero elements with t.resize_(0). (Triggered internally at "
                "/__w/pytorch/pytorch/aten/src/ATen/native/Resize.cpp:30.)"
            )
        out._data = np.empty_like(data, memory.dtype, subok=False)
    if recorded and not is_silent(name):
        return out.copy_(result)
    with no_grad():
        return out.copy_(result)
