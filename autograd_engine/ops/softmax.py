"""Softmax: probabilities, or their logarithms, of scores along a dimension."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..base.layouts import contiguously
from ..base.warn import warn, warn_caller
from ..kernels import elementary, summation
from ..op.namespaces import function
from ..op.op import op
from ..op.operands import in_float32
from ..op.shown import shown
from .create import zeros_as
from .expand import _sum_dim
from .math import exp


@op(self=lambda grad, result, dim: _softmax_backward_data(grad, result, dim))
@contiguously
def _softmax(self, dim):
    return shares_along(self, dim)


def shares_along(self: np.ndarray, dim: int) -> np.ndarray:
    """Return the softmax of an array along `dim`: exp(x) / sum(exp(x)), where x is moved to have the maximum 0."""
    axis = wrap_dim(dim, self.ndim)
    if not self.size:
        return np.empty_like(self)
    exps = elementary.exp(_shifted(self, axis, "softmax"))
    whole = _summed(exps, axis)
    return (exps * (1 / whole) if _is_last(self, axis) else exps / whole).astype(self.dtype, copy=False)


def _shifted(self: np.ndarray, axis: int, name: str) -> np.ndarray:
    """Return x - max(x) along `axis`, float16 in float32."""
    if self.dtype.kind != "f":
        kernel = f"{name}_lastdim_kernel_impl" if _is_last(self, axis) else f"{name}_kernel_impl"
        raise errors.not_implemented(kernel, self.dtype)
    values = np.asarray(self, np.float32 if self.dtype == np.float16 else self.dtype)
    return values - np.maximum.reduce(values, axis if self.ndim else None, keepdims=True)


def _is_last(array: np.ndarray, axis: int) -> bool:
    return axis >= array.ndim - 1


def _summed(array: np.ndarray, axis: int) -> np.ndarray:
    """Sum along `axis`, kept; a few numbers one after the other, as PyTorch's kernels do."""
    if not array.ndim:
        return array
    if array.shape[axis] >= _MANY:
        return summation.total(array, (axis,), True)
    return 0 + summation.one_by_one(array, axis)


_MANY = 16


@op(
    grad_output=lambda grad, output, dim: _softmax_backward_data(grad, output, dim),
    output=lambda grad, grad_output, dim, output: _softmax_double_backward(grad, grad_output, dim, output),
    shown="output * (grad_output - sum(grad_output * output, dim, keepdim=True))",
)
@in_float32
def _softmax_backward_data(grad_output, output, dim):
    if not output.ndim:
        return output * (grad_output - grad_output * output)
    axis = wrap_dim(dim, output.ndim)
    return (grad_output - _summed(grad_output * output, axis)) * output


def _softmax_double_backward(grad: Any, grad_output: Any, dim: int, output: Any) -> Any:
    by_output = _sum_keeping(output * grad_output, dim)
    return grad_output * grad - by_output * grad - grad_output * _sum_keeping(output * grad, dim)


@op(self=lambda grad, result, dim: _log_softmax_backward_data(grad, result, dim))
@contiguously
def _log_softmax(self, dim):
    axis = wrap_dim(dim, self.ndim)
    if not self.size:
        return np.empty_like(self)
    shifted = _shifted(self, axis, "log_softmax")
    return (shifted - elementary.log(_summed(elementary.exp(shifted), axis))).astype(self.dtype, copy=False)


@op(
    grad_output=lambda grad, output, dim: grad - _sum_keeping(grad * exp(output), dim),
    output=lambda grad, grad_output, output, dim: -_sum_keeping(grad_output, dim) * exp(output) * grad,
    shown="grad_output - exp(output) * sum(grad_output, dim, keepdim=True)",
)
@in_float32
def _log_softmax_backward_data(grad_output, output, dim):
    whole = _summed(grad_output, wrap_dim(dim, output.ndim))
    return elementary.multiply_add(-elementary.exp(output), whole, grad_output)


@shown("sum(tensor, dim, keepdim=True)")
def _sum_keeping(tensor: Any, dim: int) -> Any:
    return _sum_dim(tensor, (dim,), True)


@function("torch", "Tensor", "special", out=True)
def softmax(input, dim, dtype=None):
    """Exponentials along `dim`, divided by their sum: numbers between 0 and 1 that sum to 1."""
    return _softmax(input if dtype is None else input.to(dtype), dim)


@function("torch", "Tensor", "special", out=True)
def log_softmax(input, dim, dtype=None):
    """Logarithm of softmax along `dim`."""
    return _log_softmax(input if dtype is None else input.to(dtype), dim)


@function("nn.functional", name="softmax")
def softmax_over(input, dim=None, _stacklevel=3, dtype=None):
    """Exponentials along `dim`, divided by their sum: numbers between 0 and 1 that sum to 1."""
    dim = _implicit_dim("softmax", input.dim()) if dim is None else dim
    return input.softmax(dim, dtype)


@function("nn.functional", name="log_softmax")
def log_softmax_over(input, dim=None, _stacklevel=3, dtype=None):
    """Logarithm of softmax along `dim`."""
    dim = _implicit_dim("log_softmax", input.dim()) if dim is None else dim
    return input.log_softmax(dim, dtype)


@function("nn.functional")
def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """Softmax of the negated input."""
    dim = _implicit_dim("softmin", input.dim()) if dim is None else dim
    return (-input).softmax(dim, dtype)


def _implicit_dim(name: str, ndim: int) -> int:
    warn_caller(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument."
    )
    return 0 if ndim in (0, 1, 3) else 1


@function("nn.functional")
def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Draw from the Gumbel-softmax distribution; `hard` gives one-hot vectors."""
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    gumbels = -logits.new_empty(logits.shape).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True).indices
    one_hot = zeros_as(logits).scatter_(dim, index, 1.0)
    return one_hot - soft.detach() + soft
