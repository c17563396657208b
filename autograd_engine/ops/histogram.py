"""Histograms with edges: how many elements, or what weights, fall between them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .. import errors, return_types
from ..dims import repeated
from ..op import function, not_differentiable, op
from ..tensor import Tensor, wrap
from .create import spaced


@op(
    "NotImplemented",
    outputs=("hist", "bin_edges"),
    self=not_differentiable("histogram"),
    bins=not_differentiable("histogram"),
    weight=not_differentiable("histogram"),
)
def _histogram_of_edges(self, bins, weight: Tensor | None, density):
    counts, edges = _counted(self.reshape(-1, 1), [bins], weight, density)
    return counts, edges[0]


@op(
    "NotImplemented",
    outputs=("hist", "bin_edges"),
    self=not_differentiable("histogram"),
    weight=not_differentiable("histogram"),
)
def _histogram(self, bins, range, weight: Tensor | None, density):
    points = self.reshape(-1, 1)
    counts, edges = _counted(points, _even_edges(points, [bins], range), weight, density)
    return counts, edges[0]


@function(out=True)
def histogram(input, bins=100, *, range=None, weight=None, density=False):
    """How many elements (or what `weight`) fall between edges: given ones, or those of `bins` equal intervals."""
    if isinstance(bins, Tensor):
        found = _histogram_of_edges(input, bins, weight, density)
    else:
        found = _histogram(input, operator.index(bins), range, weight, density)
    return return_types.histogram(found)


@function("torch")
def histogramdd(input, bins, range=None, weight=None, density=False):
    """How many points, the rows of `input`, fall into the cells of a grid."""
    points = input._data
    if points.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    dims = points.shape[-1]
    bins = repeated(bins, dims)
    if len(bins) != dims:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    points = points.reshape(-1, dims)
    edges = [edge._data for edge in bins] if isinstance(bins[0], Tensor) else _even_edges(points, bins, range)
    counts, edges = _counted(points, edges, None if weight is None else weight._data, density)
    return return_types.histogramdd((wrap(counts), tuple(map(wrap, edges))))


def _even_edges(points: np.ndarray, bins: list[int], given: Any) -> list[np.ndarray]:
    """Return the edges of equal intervals over the range given, or over that of the points."""
    dims = points.shape[1]
    for k, n in enumerate(bins):
        if n <= 0:
            raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {n} for dimension {k}")
    if given is not None and len(given) != 2 * dims:
        raise RuntimeError(
            f"torch.histogramdd: for a {dims}-dimensional histogram range should have {2 * dims} elements, but got "
            f"{len(given)}"
        )
    _require_kernel(points)
    if given is None:
        limits = [(column.min(), column.max()) if column.size else (0, 1) for column in points.T]
    else:
        limits = list(zip(given[::2], given[1::2], strict=True))
    edges = []
    for k, ((low, high), n) in enumerate(zip(limits, bins, strict=True)):
        if not (np.isfinite(low) and np.isfinite(high)):
            raise RuntimeError(f"torch.histogramdd: dimension {k}'s range [{low:g}, {high:g}] is not finite")
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {k}"
            )
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges.append(spaced(float(low), float(high), n + 1, points.dtype, "linspace").astype(points.dtype))
    return edges


def _counted(points: np.ndarray, edges: list, weight: np.ndarray | None, density: bool) -> tuple:
    """Return the sum of the points' weights in each cell, or their density, and the edges."""
    _check(points, edges, weight)
    places = [np.searchsorted(edge, column, side="right") - 1 for edge, column in zip(edges, points.T, strict=True)]
    inside = np.ones(len(points), bool)
    for place, edge, column in zip(places, edges, points.T, strict=True):
        place[column == edge[-1]] = edge.size - 2  # the last edge belongs to the last cell
        inside &= (place >= 0) & (place < edge.size - 1)
    counts = np.zeros([edge.size - 1 for edge in edges], points.dtype)
    weights = np.ones(len(points), points.dtype) if weight is None else weight.reshape(-1)
    np.add.at(counts, tuple(place[inside] for place in places), weights[inside])
    if density:
        counts = counts / counts.sum()
        for k, edge in enumerate(edges):
            counts = counts / np.diff(edge).reshape([-1 if d == k else 1 for d in range(counts.ndim)])
    return counts, edges


def _check(points: np.ndarray, edges: list, weight: np.ndarray | None) -> None:
    _require_kernel(points)
    for k, edge in enumerate(edges):
        if edge.dtype != points.dtype:
            raise RuntimeError(
                "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
                f"{errors.cpp_name(points.dtype)} and bins for dimension {k} with dtype {errors.cpp_name(edge.dtype)}"
            )
        if edge.ndim != 1:
            raise RuntimeError(
                f"torch.histogramdd: bins tensor should have one dimension, but got {edge.ndim} dimensions in the bins tensor "
                f"for dimension {k}"
            )
        if edge.size < 2:
            raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {edge.size - 1} for dimension {k}")
    if weight is None:
        return
    if weight.size != len(points):
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its "
            f"innermost dimension, but got input with shape {list(points.shape)} and weight with shape {list(weight.shape)}"
        )
    if weight.dtype != points.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype, but "
            f"got input({errors.cpp_name(points.dtype)}), and weight({errors.cpp_name(weight.dtype)})"
        )


def _require_kernel(points: np.ndarray) -> None:
    errors.require_floating("histogramdd", points, half=False)
