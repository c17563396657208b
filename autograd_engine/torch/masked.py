"""`torch.masked`: reductions and normalizations that leave out the elements whose mask is False (None: nothing is left out).

What is left out is replaced by the number that changes nothing, so that the gradient passes by it. There are no MaskedTensors.
"""

import builtins as _builtins
import math as _math
from typing import Any as _Any

from .. import torch as _torch

_SMALL_INTEGERS = ("uint8", "bool", "int8", "int16", "int32")


def _identity(name: str, input: _Any, ord: float = 2.0) -> _Any:
    """The number that changes no result of a reduction, as a tensor of the dtype of `input`."""
    dtype = input.dtype
    if name == "median":
        return _torch.tensor(_math.nan, dtype=dtype)
    least = name in ("amax", "argmax", "logaddexp", "logsumexp")
    if least or name in ("amin", "argmin") or name == "norm" and ord == -_math.inf:
        if input.is_floating_point():
            return _torch.tensor(-_math.inf if least else _math.inf, dtype=dtype)
        if dtype is _torch.bool:
            raise NotImplementedError(f"identity of {name} on {dtype} input")
        limits = _torch.iinfo(dtype)
        return _torch.tensor(limits.min if least else limits.max, dtype=dtype)
    return _torch.tensor(name == "prod", dtype=dtype)


def _whole_mask(input: _Any, mask: _Any) -> _Any:
    if mask.shape != input.shape:
        if mask.ndim > input.ndim:
            raise IndexError(
                "_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)"
            )
        mask = _torch.broadcast_to(mask.clone(), input.shape)
    return mask.to(dtype=_torch.bool)


def _filled(name: str, input: _Any, mask: _Any, *ord: float) -> _Any:
    if mask is None:
        return input
    return _torch.where(_whole_mask(input, mask), input, _identity(name, input, *ord))


def _dims(dim: _Any, ndim: int) -> tuple[int, ...]:
    """The dimensions that `dim` means, in order."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    ndim, found = _builtins.max(ndim, 1), []
    for d in (dim,) if isinstance(dim, int) else dim:
        if d in found:
            raise RuntimeError(f"dim={d} appears multiple times in the list of dims")
        if not -ndim <= d < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {d})")
        found.append(d % ndim)
    return tuple(sorted(found))


def _summed(input: _Any, dtype: _Any) -> _Any:
    """The dtype of a sum or product."""
    if dtype is not None:
        return dtype
    return _torch.int64 if str(input.dtype).removeprefix("torch.") in _SMALL_INTEGERS else input.dtype


def sum(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The sum of the elements that are not left out."""
    dtype, dims = _summed(input, dtype), _dims(dim, input.ndim)
    return _torch.sum(_filled("sum", input, mask), dims, bool(keepdim), dtype=dtype)


def prod(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The product of the elements that are not left out."""
    dtype, dims = _summed(input, dtype), _dims(dim, input.ndim)
    found = _filled("prod", input, mask).to(dtype=dtype)
    for d in reversed(dims):
        found = found.prod(dim=d, keepdim=bool(keepdim))
    return found


def cumsum(input: _Any, dim: _Any, *, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The running sum along `dim`."""
    dtype, at = dtype or input.dtype, _dims(dim, input.ndim)[0]
    return _torch.cumsum(_filled("sum", input, mask), at, dtype=dtype).to(dtype=dtype)


def cumprod(input: _Any, dim: _Any, *, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The running product along `dim`."""
    dtype, at = dtype or input.dtype, _dims(dim, input.ndim)[0]
    return _torch.cumprod(_filled("prod", input, mask), at, dtype=dtype).to(dtype=dtype)


def amax(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The largest of the elements that are not left out."""
    filled = _filled("amax", input, mask)
    return _torch.amax(filled, _dims(dim, filled.ndim), bool(keepdim)).to(dtype=dtype or input.dtype)


def amin(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The smallest of the elements that are not left out."""
    filled = _filled("amin", input, mask)
    return _torch.amin(filled, _dims(dim, filled.ndim), bool(keepdim)).to(dtype=dtype or input.dtype)


def argmax(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """Where the largest element is, in the dtype of the input."""
    return _torch.argmax(_filled("argmax", input, mask), dim, bool(keepdim)).to(dtype=dtype or input.dtype)


def argmin(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """Where the smallest element is, in the dtype of the input."""
    return _torch.argmin(_filled("argmin", input, mask), dim, bool(keepdim)).to(dtype=dtype or input.dtype)


def _counted(input: _Any, dim: _Any, keepdim: bool, mask: _Any) -> tuple:
    """How many elements there are along `dim`, and the mask in the shape of the input."""
    if mask is None:
        return sum(_torch.ones(input.shape, dtype=_torch.int64), dim, keepdim=keepdim), None
    mask = _whole_mask(input, mask)
    return mask.sum(dim=dim, keepdim=bool(keepdim)), mask


def mean(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The mean of the elements that are not left out."""
    source = "Input" if dtype is None else "Optional"
    dtype = dtype or input.dtype
    if not dtype.is_floating_point:
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either a floating point or complex dtype. "
            f"Got: {dtype}"
        )
    count, mask = _counted(input, dim, keepdim, mask)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


def median(input: _Any, dim: _Any = -1, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The lower median along `dim`."""
    dtype, at, whole = dtype or input.dtype, _dims(dim, input.ndim)[0], not input.is_floating_point()
    values = input.to(dtype=_torch.float) if whole else input
    found = _torch.nanmedian(_filled("median", values, mask), at, keepdim).values
    if not whole:
        return found
    if _torch.isnan(found).any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return found.to(dtype=dtype)


def logsumexp(input: _Any, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The logarithm of the sum of exponentials."""
    dims = _dims(dim, input.ndim)
    return _torch.logsumexp(_filled("logsumexp", input, mask), dims, keepdim=keepdim).to(dtype=dtype or input.dtype)


def logaddexp(
    input: _Any, other: _Any, *, dtype: _Any = None, input_mask: _Any = None, other_mask: _Any = None
) -> _Any:
    """The logarithm of the sum of the exponentials of two tensors, each with a mask of its own."""
    one, two = _filled("logaddexp", input, input_mask), _filled("logaddexp", other, other_mask)
    return _torch.logaddexp(one, two).to(dtype=dtype or input.dtype)


def norm(
    input: _Any, ord: _Any = 2.0, dim: _Any = None, *, keepdim: bool = False, dtype: _Any = None, mask: _Any = None
) -> _Any:
    """The vector norm of the elements that are not left out."""
    filled, dtype = _filled("norm", input, mask, ord), dtype or input.dtype
    return _torch.linalg.vector_norm(filled, ord, _dims(dim, input.ndim), bool(keepdim), dtype=dtype)


def var(
    input: _Any, dim: _Any = None, unbiased: _Any = None, *, correction: _Any = None, keepdim: bool = False,
    dtype: _Any = None, mask: _Any = None,
) -> _Any:  # fmt: skip
    """The variance of the elements that are not left out."""
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    less = float(correction) if correction is not None else 1.0 if unbiased in (None, True) else 0.0
    if dtype is None:
        dtype = input.dtype if input.is_floating_point() else _torch.float32
    computed = dtype if dtype.is_floating_point else _torch.float32
    count, mask = _counted(input, dim, True, mask)
    center = _torch.divide(sum(input, dim, keepdim=True, dtype=dtype, mask=mask), count)
    apart = _torch.subtract(input, center)
    total = sum(apart * apart.conj(), dim, keepdim=keepdim, dtype=computed, mask=mask)
    if not keepdim:
        count = count.reshape(total.shape)
    if less:
        count = _torch.subtract(count.to(computed), less)
        count = _torch.maximum(count, count.new_zeros([]))
    return _torch.divide(total, count).to(dtype=dtype)


def std(
    input: _Any, dim: _Any = None, unbiased: _Any = None, *, correction: _Any = None, keepdim: bool = False,
    dtype: _Any = None, mask: _Any = None,
) -> _Any:  # fmt: skip
    """The standard deviation of the elements that are not left out."""
    return _torch.sqrt(var(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask))


def softmax(input: _Any, dim: _Any, *, dtype: _Any = None, mask: _Any = None) -> _Any:
    """Softmax along `dim`, 0 where elements are left out."""
    at = _dims(dim, input.ndim)[0]
    return _torch.nn.functional.softmax(_filled("amax", input, mask), at, dtype=dtype or input.dtype)


def log_softmax(input: _Any, dim: _Any, *, dtype: _Any = None, mask: _Any = None) -> _Any:
    """The logarithm of softmax along `dim`."""
    at = _dims(dim, input.ndim)[0]
    return _torch.nn.functional.log_softmax(_filled("amax", input, mask), at, dtype=dtype or input.dtype)


def softmin(input: _Any, dim: _Any, *, dtype: _Any = None, mask: _Any = None) -> _Any:
    """Softmax of the negated input along `dim`."""
    at = _dims(dim, input.ndim)[0]
    return _torch.nn.functional.softmin(_filled("amin", input, mask), at, dtype=dtype or input.dtype)


def normalize(input: _Any, ord: _Any, dim: _Any, *, eps: float = 1e-12, dtype: _Any = None, mask: _Any = None) -> _Any:
    """Divide vectors along `dim` by their norms."""
    filled = _filled("sum", input, mask)
    length = norm(input, ord, dim, keepdim=True, dtype=dtype or input.dtype, mask=mask)
    return _torch.divide(filled, _torch.maximum(length, length.new_full([], eps)))
