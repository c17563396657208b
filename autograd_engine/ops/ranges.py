"""Sequences of numbers: arange, linspace and logspace, and the indices of an identity matrix or a triangle."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors, positions, promotion
from ..base.warn import warn
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from .create import creation


def number(value: Any) -> Any:
    """Return a bound of a range as a Python number."""
    return value.item() if isinstance(value, Tensor | np.generic) else value


@creation("torch", in_order=True)
def arange(*bounds: Any, start: Any = 0, end: Any = None, step: Any = 1, dtype: np.dtype | None):
    """Return start, start + step, ... up to but excluding `end`: `arange(end)` or `arange(start, end, step)`."""
    if len(bounds) == 1:
        start, end = (start, bounds[0]) if end is None else (bounds[0], end)
    elif bounds:
        start, end, step = (*bounds, step)[:3]
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
    return (int(start) + positions.arange(count) * int(step)).astype(wanted)


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
        "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
        "Python's range builtin. Instead, use torch.arange, which produces values in [start, end)."
    )
    check_range(start, end, step)
    count = math.floor((end - start) / step) + 1
    return (start + np.arange(count, dtype=np.float64) * step).astype(dtype or promotion.default_float())


def spaced(start: Any, end: Any, steps: Any, dtype: np.dtype, caller: str) -> np.ndarray:
    """Return `steps` numbers from `start` to `end`, counted from the nearer end, in the arithmetic of `dtype`."""
    _refuse_dimensions(start, end, caller)
    start, end = number(start), number(end)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    real = dtype.type if dtype.kind == "f" else np.float64
    start, end = real(dtype.type(start)), real(dtype.type(end))
    if steps == 1:
        return np.array([start])
    step = (end - start) / real(steps - 1)
    places = positions.arange(steps).astype(real)
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
