"""What formulas need beside operators, for arrays and, under create_graph, for tensors alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.promotion import default_float
from ..graph.tensor import Tensor, wrap
from ..op.shown import shown
from .arithmetic import _mul_scalar


def ones_of(like: Any, sizes: tuple) -> Any:
    """Return ones of the given size and of the dtype of `like`, an array or a tensor as it is."""
    return wrap(np.ones(sizes, like._data.dtype)) if isinstance(like, Tensor) else np.ones(sizes, like.dtype)


def dtype_like(value: Any) -> np.dtype:
    """Return the numpy dtype of an array or a tensor."""
    return value._data.dtype if isinstance(value, Tensor) else value.dtype


def count(mask: Any) -> int:
    """Return how many elements of a mask are true."""
    return int(np.count_nonzero(mask._data if isinstance(mask, Tensor) else mask))


def write(view: Any, value: Any) -> None:
    """Overwrite a part of an array or a tensor that was just made; for a tensor this is recorded."""
    if not isinstance(view, Tensor):
        view[...] = value
    elif isinstance(value, float):
        view.fill_(value)
    else:
        view.copy_(value)


def writable_diagonal(matrix: Any) -> Any:
    """Return the diagonal of a matrix, or of each of a stack, that was just made, to be overwritten."""
    return matrix.diagonal(0, -2, -1) if isinstance(matrix, Tensor) else np.einsum("...ii->...i", matrix)


def unsqueezed(tensor: Any, dim: int) -> Any:
    """Give a sum that was just made a dimension of length 1, a tensor in place as PyTorch does in some formulas."""
    return tensor.unsqueeze_(dim) if isinstance(tensor, Tensor) else np.expand_dims(tensor, dim)


def halved(view: Any) -> None:
    """Halve a part of an array or a tensor that was just made, in place."""
    if isinstance(view, Tensor):
        _mul_scalar.op.in_place(view, 0.5)
    else:
        view *= 0.5


@shown("tensor")
def contiguous(tensor: Any) -> Any:
    """Return the tensor with its elements in order in memory."""
    return tensor.contiguous() if isinstance(tensor, Tensor) else np.ascontiguousarray(tensor)


def times(tensor: Tensor, number: float) -> Tensor:
    """Multiply by a number as PyTorch's own C++ does: by its overload for numbers, which saves no tensor."""
    return _mul_scalar.op.call(tensor, number)


def either(condition: Any, a: float, b: float) -> Any:
    """Return one number where the condition holds and another elsewhere, in the default dtype."""
    if isinstance(condition, Tensor):
        return wrap(either(condition._data, a, b))
    return np.where(condition, a, b).astype(default_float())
