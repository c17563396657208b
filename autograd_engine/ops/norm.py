"""What batch, layer and group normalization share.

All compute, for each group of n values with its mean and 1 / sqrt(variance + eps), called `rstd`:
`centred` = (x - mean) * rstd, then weight * centred + bias.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..graph.tensor import Tensor
from ..kernels.summation import FLOAT64
from ..op.operands import FLOAT16, FLOAT32
from .expand import _sum_dim


def widened(array: Any) -> Any:
    """Return float16 numbers in float32, in which they are computed with."""
    return array.astype(FLOAT32) if array.dtype is FLOAT16 else array


def as_wanted(gradients: tuple, shapes: tuple, dtypes: tuple, output_mask: tuple) -> tuple:
    """Return the gradients of input, weight and bias in their shapes and dtypes; None where there is none or none is wanted."""
    return tuple(
        array.reshape(shape).astype(dtype, copy=False) if wanted and array is not None else None
        for array, shape, dtype, wanted in zip(gradients, shapes, dtypes, output_mask, strict=True)
    )


def project(values: Any, centred: Any, dims: tuple, n: int) -> Any:
    """Subtract from values their mean and their part along `centred`: what moves `centred`."""
    along = _sum_dim(values * centred, dims, True)
    return values - (_sum_dim(values, dims, True) + centred * along) / n


def project_backward(values: Any, other: Any, centred: Any, rstd: Any, dims: tuple, n: int) -> Any:
    """Gradient by x of sum(other * rstd * project(values)); `centred` and `rstd` depend on x."""
    by_values = _sum_dim(values * centred, dims, True)
    by_other = _sum_dim(other * centred, dims, True)
    straight, twisted = project(values, centred, dims, n), project(other, centred, dims, n)
    whole = _sum_dim(other * straight, dims, True)
    return (centred * whole + twisted * by_values + straight * by_other) * (rstd * rstd) / -n


def sum_of(*parts: Any) -> Any:
    """Return the sum of the parts that are not None, or None."""
    total = None
    for part in parts:
        if part is not None:
            total = part if total is None else total + part
    return total


def inverse_deviation(variance: np.ndarray, eps: float) -> np.ndarray:
    """Return 1 / sqrt(variance + eps), computed in float64."""
    return (1 / np.sqrt(variance.astype(FLOAT64) + eps)).astype(variance.dtype)


def require_one_dtype(input: Tensor, parameters: Any) -> None:
    """Only float16 may go with parameters of another dtype, float32."""
    dtypes = {parameter._data.dtype for parameter in parameters if parameter is not None}
    if dtypes <= {input._data.dtype}:
        return
    if dtypes != {FLOAT32}:
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if input._data.dtype is not FLOAT16:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def require_several(size: Any, shown: Any) -> None:
    """Raise PyTorch's error about a single value per channel, which has no variance."""
    if size[0] * math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {shown}")


def row_statistics(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and variance of each row, (rows, 1), worked out in float64."""
    wide, n = rows.astype(FLOAT64), rows.shape[1]
    mean = np.add.reduce(wide, 1, keepdims=True) / n
    variance = np.add.reduce(np.square(wide - mean), 1, keepdims=True) / n
    return mean.astype(rows.dtype), variance.astype(rows.dtype)
