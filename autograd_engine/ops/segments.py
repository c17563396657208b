"""Reductions of stretches of a dimension, each of its own length."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import errors
from ..dims import wrap_dim
from ..op import function, not_differentiable, op
from ..operands import in_float32
from ..tensor import Tensor

_STARTS = {"sum": 0.0, "mean": 0.0, "prod": 1.0, "max": -math.inf, "amax": -math.inf, "min": math.inf, "amin": math.inf}


@op(
    data=lambda grad, result, data, reduce, lengths, offsets, axis, initial: _segment_reduce_backward(
        grad, result, data, reduce, lengths, offsets, axis, initial
    )
)
@in_float32
def _segment_reduce(data, reduce, lengths: Tensor | None = None, offsets: Tensor | None = None, axis=0, initial=None):
    errors.require_floating("_segment_reduce_cpu", data)
    edges = _edges(lengths, offsets)
    found = np.empty((*edges.shape[:-1], edges.shape[-1] - 1, *data.shape[axis + 1 :]), data.dtype)
    start = data.dtype.type(_STARTS[reduce] if initial is None else initial)
    for at, first, last in _segments(edges):
        rows = data[at[:-1]][first:last]
        if reduce in ("max", "amax", "min", "amin"):
            found[at] = (np.maximum if "max" in reduce else np.minimum).reduce(rows, 0, initial=start)
            continue
        ufunc = np.multiply if reduce == "prod" else np.add
        found[at] = ufunc.accumulate(np.concatenate((np.full((1, *rows.shape[1:]), start), rows)))[-1]
        if reduce == "mean":
            found[at] = found[at] / len(rows) if len(rows) else math.nan if initial is None else start
    return found


def _edges(lengths: Any, offsets: Any) -> np.ndarray:
    """Return where segments begin, and where the last one ends."""
    if lengths is None:
        return offsets
    return np.concatenate((np.zeros_like(lengths[..., :1]), np.cumsum(lengths, -1)), -1)


def _segments(edges: np.ndarray) -> Iterator[tuple]:
    """Yield the place of each segment in the result, and where it begins and ends."""
    for at in np.ndindex(*edges.shape[:-1], edges.shape[-1] - 1):
        first, last = int(edges[at]), int(edges[(*at[:-1], at[-1] + 1)])
        if last < first:
            raise RuntimeError(
                "Expected segment_length >= 0 to be true, but got false.  (Could this error message be improved?  If so, "
                "please report an enhancement request to PyTorch.)"
            )
        yield at, first, last


@op(
    "NotImplemented",
    grad=not_differentiable("_segment_reduce_backward"),
    output=not_differentiable("_segment_reduce_backward"),
    data=not_differentiable("_segment_reduce_backward"),
)
@in_float32
def _segment_reduce_backward(
    grad, output, data, reduce, lengths: Tensor | None = None, offsets: Tensor | None = None, axis=0, initial=None
):
    found = np.zeros_like(data)
    for at, first, last in _segments(_edges(lengths, offsets)):
        rows, into = data[at[:-1]][first:last], found[at[:-1]][first:last]
        if not len(rows):
            continue
        if reduce in ("sum", "mean"):
            into[...] = grad[at] / len(rows) if reduce == "mean" else grad[at]
        elif reduce == "prod":
            with np.errstate(divide="ignore", invalid="ignore"):
                into[...] = grad[at] * output[at] / rows
            for i in range(len(rows)):
                unknown = np.isnan(rows[i]) | (rows[i] == 0)
                others = np.delete(rows, i, 0).prod(0) * (1 if initial is None else initial)
                into[i] = np.where(unknown, grad[at] * others, into[i])
        else:
            chosen = np.isnan(rows) | (rows == output[at])
            into[...] = np.where(chosen, grad[at], 0)
            count = chosen.sum(0)
            into[...] = np.where((count > 1) & (into > 0), into / np.maximum(count, 1), into)
    return found


@function("torch")
def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reduce stretches of `data` along `axis`, of given lengths or between given offsets."""
    axis = wrap_dim(axis, data.ndim)
    if reduce not in _STARTS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    name = "offsets" if lengths is None else "lengths"
    given = (offsets if lengths is None else lengths)._data
    if axis != given.ndim - 1:
        raise RuntimeError(f"segment_reduce(): Expected axis to be the last dimension of {name} but got {axis}.")
    if lengths is not None and not unsafe:
        if (given < 0).any():
            raise RuntimeError("lengths contains negative value!")
        if (given.sum(-1) != data._data.shape[axis]).any():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe."
            )
    if given.dtype.kind not in "iu":
        raise errors.not_implemented(f"_segment_reduce_{name}_cpu_kernel1", given.dtype)
    return _segment_reduce(data, reduce, lengths, offsets, axis, initial)
