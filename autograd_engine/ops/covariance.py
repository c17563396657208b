"""Covariances and correlations."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.warn import warn
from ..graph.tensor import Tensor, wrap
from ..op.op import function
from .generic import times
from .matmul import mm


@function()
def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariances of variables (rows) over their observations (columns), which may be weighted."""
    correction = operator.index(correction)
    _check_two_dimensional("cov", input)
    if input._data.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    observed = input if input.ndim == 2 else input.view((1, -1))
    n = observed.shape[1]
    weights = None
    if fweights is not None:
        _check_weights("fweights", fweights, n, "iu", "integral")
        weights = fweights
    if aweights is not None:
        _check_weights("aweights", aweights, n, "f", "floating point")
        weights = aweights if weights is None else weights * aweights
    total = wrap(np.int64(n)) if weights is None else weights.sum()
    if weights is not None and n and not total._data:
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    mean = (observed if weights is None else observed * weights).sum(1) / total
    if aweights is not None and correction:
        freedom = total - times((weights * aweights).sum(), correction) / total
    else:
        freedom = total - correction
    if freedom._data <= 0:
        warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of "
            "observations. (Triggered internally at "
            "/__w/pytorch/pytorch/aten/src/ATen/native/Correlation.cpp:129.)"
        )
        freedom.zero_()
    centered = observed - mean.unsqueeze(1)
    products = mm(centered, (centered if weights is None else centered * weights).t())
    return (products / freedom).squeeze()


@function()
def corrcoef(input):
    """The correlations of variables (rows) over their observations (columns)."""
    _check_two_dimensional("corrcoef", input)
    found = cov(input)
    if not found.ndim:
        return found / found
    deviations = found.diagonal().sqrt()
    return (found / deviations.view((-1, 1)) / deviations.view((1, -1))).clip(-1, 1)


def _check_two_dimensional(name: str, input: Tensor) -> None:
    if input.ndim > 2:
        raise RuntimeError(
            f"{name}(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )


def _check_weights(name: str, weights: Tensor, n: int, kinds: str, wanted: str) -> None:
    array: Any = weights._data
    if array.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {array.ndim} dimensions"
        )
    if array.dtype.kind not in kinds:
        raise RuntimeError(
            f"cov(): expected {name} to have {wanted} dtype but got {name} with "
            f"{dtypes.OF_NUMPY[array.dtype].legacy} dtype"
        )
    if array.size != n:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{array.size} != {n}"
        )
    if n and array.min() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")
