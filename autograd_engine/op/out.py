"""`out=`: the result of a function written into a tensor that is already there."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..base import errors, return_types
from ..base.dtypes import OF_NUMPY
from ..base.foreign import type_name
from ..base.overlap import refuse_partial_overlap
from ..base.promotion import can_cast
from ..base.warn import warn_caller
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.tangents import tangent_of
from ..graph.tensor import Tensor

# Functions that compute in the dtype of `out`.
_COMPUTED_IN = frozenset({"cumprod", "cumsum", "prod", "sum"})

# Functions that never write to what they read from, be it the same tensor.
_APART = frozenset("cross gather index_select linalg_cross masked_select nonzero outer".split())


def with_out(function: Callable, name: str, casts: Callable[[], bool]) -> Callable:
    """Return a function that takes the keyword argument `out` besides those it has; `name` is PyTorch's for it.

    `casts` tells whether it writes into other dtypes too, as elementwise functions do.
    """

    @functools.wraps(function)
    def call(*args: Any, out: Any = None, **named: Any) -> Any:
        return function(*args, **named) if out is None else write_out(out, function, args, named, name, casts())

    return call


def write_out(out: Any, function: Callable, args: tuple, named: dict, name: str, casts: bool) -> Any:
    """Call `function` and write its result, one tensor or several, into `out`, which is returned.

    A tensor of another shape is resized, with a warning if that loses elements.
    """
    outs = (out,) if isinstance(out, Tensor) else out
    if not isinstance(outs, tuple | list):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    operands = _tensors((args, tuple(named.values())))
    if name in _COMPUTED_IN and named.get("dtype") is None:
        named = {**named, "dtype": outs[0].dtype}
    if any(tangent_of(t) is not None for t in (*operands, *outs)):
        raise NotImplementedError(
            f"Trying to use forward AD with {name}_out that does not support it because it is an out= function"
        )
    with no_grad():
        result = function(*args, **named)
    if isinstance(result, Tensor) and out is not outs[0]:
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    results = (result,) if isinstance(result, Tensor) else result
    if len(outs) != len(results):
        raise TypeError(f"expected tuple of {len(results)} elements but got {len(outs)}")
    if any(value._data.dtype.kind == "f" for value in results):
        refuse_gradients(name, [*operands, *outs])
    for one, value in zip(outs, results, strict=True):
        _check_dtype(value._data.dtype, one._data.dtype, casts)
        refuse_partial_overlap(one._data, [operand._data for operand in operands], whole=name in _APART)
    with no_grad():
        written = [_write(one, value, warn=bool(operands)) for one, value in zip(outs, results, strict=True)]
    if results is not result:
        return out
    kind = type(result)
    return getattr(return_types, f"{kind.__name__}_out", kind)(written)


def refuse_gradients(name: str, tensors: list[Tensor]) -> None:
    """Raise PyTorch's error if a tensor requires a gradient, for what is written into `out` has no history."""
    if grad_enabled() and any(t.requires_grad for t in tensors):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
            "requires grad."
        )


def _check_dtype(result: np.dtype, out: np.dtype, casts: bool) -> None:
    """Raise PyTorch's error unless a result may be written into a tensor of dtype `out`."""
    if casts and not can_cast(result, out):
        kinds = OF_NUMPY[result].legacy, OF_NUMPY[out].legacy
        raise RuntimeError(f"result type {kinds[0]} can't be cast to the desired output type {kinds[1]}")
    if not casts and result != out and not (result == np.bool_ and out == np.uint8):
        kinds = errors.cpp_name(result), errors.cpp_name(out)
        raise RuntimeError(f"Expected out tensor to have dtype {kinds[0]}, but got {kinds[1]} instead")


def _tensors(values: Iterable) -> list[Tensor]:
    """Return the tensors among these values and in the sequences among them."""
    found = []
    for value in values:
        found += [value] if isinstance(value, Tensor) else _tensors(value) if isinstance(value, tuple | list) else []
    return found


def _write(out: Tensor, result: Tensor, warn: bool) -> Tensor:
    data, memory = result._data, out._data
    if memory.shape != data.shape:
        if memory.size and warn:
            warn_caller(
                f"An output with one or more elements was resized since it had shape {list(memory.shape)}, which does not "
                f"match the required output shape {list(data.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can explicitly reuse an out tensor t "
                "by resizing it, inplace, to zero elements with t.resize_(0). (Triggered internally at "
                "/__w/pytorch/pytorch/aten/src/ATen/native/Resize.cpp:30.)"
            )
        out._data = np.empty_like(data, memory.dtype, subok=False)
    return out.copy_(result)
