"""Index tensors: what operators that take them check, and say if it is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.dtypes import OF_NUMPY
from ..base.overlap import shares_elements
from ..base.warn import warn
from ..graph.tensor import Tensor
from ..op.shown import shown
from .expand import sum_to


def legacy(array: Any) -> str:
    """Return the name of an array's dtype as PyTorch's messages give it."""
    return OF_NUMPY[array.dtype].legacy


def check_bounds(
    index: np.ndarray, n: int, dim: int, *, low: int = 0, error: type = RuntimeError, name: str = ""
) -> None:
    """Raise PyTorch's error for the first index that a dimension of size `n` does not have."""
    if index.size and not (low <= index.min() and index.max() < n):
        bad = index.reshape(-1)[((index < low) | (index >= n)).reshape(-1)][0]
        raise error(f"{name}index {bad} is out of bounds for dimension {dim} with size {n}")


def as_vector(array: Any) -> np.ndarray:
    """Return an array, with one dimension at least."""
    return np.atleast_1d(array)


@shown("grad")
def fitted(grad: Any, size: tuple, node: str, nr: int) -> Any:
    """Return a gradient summed to `size`, or raise PyTorch's error if it does not fit."""
    shape = tuple(grad.shape)
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(
            f"Function {node} returned an invalid gradient at index {nr} - got {list(shape)} but expected "
            f"shape compatible with {list(size)}"
        )
    return sum_to(grad, size)


def refuse(*cases: tuple[bool, type[Exception], str]) -> None:
    """Raise the error of the first case that holds."""
    for holds, error, message in cases:
        if holds:
            raise error(message)


def without(shape: tuple, dim: int) -> tuple:
    """Return a shape without one of its dimensions."""
    return shape[:dim] + shape[dim + 1 :]


def warn_of_overlap(tensor: Tensor, name: str, example: str, line: int) -> None:
    """Give PyTorch's warning about a write to elements that share memory, where it is still allowed."""
    if type(tensor._data) is np.ndarray and shares_elements(tensor._data):
        warn(
            f"Use of {name} on expanded tensors is deprecated. Please clone() the tensor before performing "
            f"this operation. This also applies to advanced indexing e.g. {example} (Triggered internally "
            f"at /__w/pytorch/pytorch/aten/src/ATen/native/TensorAdvancedIndexing.cpp:{line}.)"
        )
