"""Attention: values averaged by how well their keys match each query."""

from __future__ import annotations

import math
from contextvars import ContextVar

import numpy as np

from ..base.dtypes import bool_, float32
from ..base.warn import warn_caller
from ..graph.formulas import in_formula
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..kernels.summation import total
from ..op.namespaces import HOMES, function
from ..op.op import not_differentiable, op
from ..op.operands import in_float32
from .matmul import c_name, matmul
from .softmax import _softmax_backward_data, shares_along

# ---- operators


@op(self=lambda grad, result, dim: _softmax_backward_data(grad, result, dim))
@in_float32
def _safe_softmax(self, dim):
    masked = np.isneginf(self).all(dim, keepdims=True)
    return np.where(masked, self.dtype.type(0), shares_along(self, dim))


@op(
    "ScaledDotProductFlashAttentionForCpuBackward0",
    outputs=("output", "logsumexp"),
    differentiable=1,
    **{
        "query, key, value": lambda grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale: (
            _flash_attention_backward(
                grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale
            )
        )
    },
)
@in_float32
def _flash_attention(query, key, value, dropout_p, is_causal, attn_mask: Tensor | None, scale):
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    key, value = _for_each_head(query, key, value)
    scores = _scores(query, key, is_causal, attn_mask, scale)
    top = scores.max(-1, keepdims=True)
    exps = elementary.exp(scores - np.where(np.isneginf(top), 0, top))
    sums = total(exps, (3,), True)
    found = np.empty_like(query, shape=(*query.shape[:-1], value.shape[-1]))  # lies in memory as the queries
    found[...] = np.matmul(exps, value) / np.where(sums == 0, 1, sums)
    return found, (top + elementary.log(sums))[..., 0]


def _scores(query: np.ndarray, key: np.ndarray, is_causal: bool, mask: np.ndarray | None, scale: float) -> np.ndarray:
    """Return the scaled products of queries and keys, masked, (batch, heads, queries, keys)."""
    scores = np.matmul(query, key.swapaxes(2, 3)) * query.dtype.type(scale)
    if mask is not None:
        scores = scores + mask
    if is_causal:
        scores = np.where(np.tri(*scores.shape[2:], dtype=bool), scores, scores.dtype.type(-math.inf))
    return scores


_UNDEFINED = not_differentiable("_scaled_dot_product_flash_attention_for_cpu_backward")


@op(
    "NotImplemented",
    outputs=("grad_query", "grad_key", "grad_value"),
    grad_out=_UNDEFINED,
    query=_UNDEFINED,
    key=_UNDEFINED,
    value=_UNDEFINED,
    out=_UNDEFINED,
)
@in_float32
def _flash_attention_backward(
    grad_out, query, key, value, out, logsumexp: Tensor, dropout_p, is_causal, attn_mask: Tensor | None, scale
):
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    heads = key.shape[1]
    key, value = _for_each_head(query, key, value)
    sums = logsumexp[..., None]
    weights = elementary.exp(_scores(query, key, is_causal, attn_mask, scale) - np.where(np.isneginf(sums), 0, sums))
    by_weights = np.matmul(grad_out, value.swapaxes(2, 3)) - total(grad_out * out, (3,), True)
    by_scores = by_weights * weights * weights.dtype.type(scale)
    by_key = _of_groups(np.matmul(by_scores.swapaxes(2, 3), query), heads)
    by_value = _of_groups(np.matmul(weights.swapaxes(2, 3), grad_out), heads)
    return tuple(map(_heads_inside, (np.matmul(by_scores, key), by_key, by_value)))


def _for_each_head(query: np.ndarray, *given: np.ndarray) -> list[np.ndarray]:
    """Repeat heads of key and value that several heads of the query share."""
    times = query.shape[1] // given[0].shape[1]
    return list(given) if times == 1 else [np.repeat(array, times, 1) for array in given]


def _of_groups(gradient: np.ndarray, heads: int) -> np.ndarray:
    """Add up the gradients of heads that were repeated."""
    count, repeated, *rest = gradient.shape
    return total(gradient.reshape(count, heads, repeated // heads, *rest), (2,))


def _heads_inside(gradient: np.ndarray) -> np.ndarray:
    """Lay a gradient out as PyTorch does: in memory a position's heads lie together."""
    return np.ascontiguousarray(gradient.swapaxes(1, 2)).swapaxes(1, 2)


# ---- attention

# Which ways of computing attention a program allows; those of other devices have no effect.
allowed: ContextVar[frozenset[str]] = ContextVar(
    "allowed", default=frozenset(("MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION"))
)
_PLACE = "(Triggered internally at /__w/pytorch/pytorch/aten/src/ATen/native/transformers/sdp_utils_cpp."


@function("nn.functional")
def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """Average the values by the softmax of the scaled products of query and key, masked or causal."""
    _check_attention(query, key, value, attn_mask, is_causal)
    if attn_mask is not None and attn_mask._data.dtype.kind == "b":
        attn_mask = _additive(attn_mask, query)
    ways = allowed.get()
    if not ways & {"MATH", "FLASH_ATTENTION"}:
        raise RuntimeError(
            "No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math "
            "kernel and the fused kernels."
        )
    if "FLASH_ATTENTION" in ways and _takes_flash(query, key, value, attn_mask, dropout_p, enable_gqa):
        return _flash_attention(query, key, value, dropout_p, is_causal, attn_mask, scale)[0]
    if "MATH" not in ways:
        raise _no_way(query, key, value, dropout_p)
    return _attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def _check_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None, is_causal: bool) -> None:
    dtypes = [c_name(tensor._data.dtype) for tensor in (query, key, value)]
    if len(set(dtypes)) > 1:
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {dtypes[0]} "
            f"key.dtype: {dtypes[1]} and value.dtype: {dtypes[2]} instead."
        )
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if attn_mask is None:
        return
    if attn_mask._data.dtype.kind != "b" and attn_mask.dtype not in (query.dtype, float32):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{c_name(attn_mask._data.dtype)} and  query.dtype: {dtypes[0]} instead."
        )
    if is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")


def _additive(mask: Tensor, query: Tensor) -> Tensor:
    """Return a mask of truth values as one to be added: 0 where it is true, -inf elsewhere."""
    return HOMES["torch"]["zeros"](tuple(mask.shape), dtype=query.dtype).masked_fill_(mask.logical_not(), -math.inf)


def _no_way(query: Tensor, key: Tensor, value: Tensor, dropout_p: float) -> RuntimeError:
    """Return the error where the one operator is asked for and cannot be used, and warn of the reason."""
    warn_caller(f"Flash attention kernel not used because: {_PLACE}cpp:99.)")
    if any(t.ndim != 4 for t in (query, key, value)):
        warn_caller(
            "All fused kernels requires query, key and value to be 4 dimensional, but got Query dim: "
            f"{query.ndim}, Key dim: {key.ndim}, Value dim: {value.ndim} instead. {_PLACE}h:327.)"
        )
    elif dropout_p:
        warn_caller(f"Both fused kernels do not support non-zero dropout. {_PLACE}h:241.)")
    return RuntimeError("No available kernel.  Aborting execution.")


def _takes_flash(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None, dropout_p: float, enable_gqa: bool
) -> bool:
    """Whether PyTorch computes this in one operator."""
    if any(t.ndim != 4 or t._data.dtype.kind != "f" or 0 in t.shape for t in (query, key, value)) or dropout_p:
        return False
    if not query.shape[0] == key.shape[0] == value.shape[0] or not query.shape[3] == key.shape[3] == value.shape[3]:
        return False
    shares = enable_gqa and query.shape[1] % key.shape[1] == 0 and key.shape[1] == value.shape[1]
    if not (shares or query.shape[1] == key.shape[1] == value.shape[1]) or key.shape[2] != value.shape[2]:
        return False
    if any(t.stride(-1) != 1 for t in (query, key, value)):
        return False
    return attn_mask is None or not attn_mask.requires_grad and attn_mask.ndim in (2, 4)


@in_formula
def _attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None, dropout_p: float, is_causal: bool,
    scale: float | None, enable_gqa: bool,
) -> Tensor:  # fmt: skip
    dtype, wide = query.dtype, float32 if query.dtype.name == "float16" else query.dtype
    query, key, value = query.to(wide), key.to(wide), value.to(wide)
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    root = math.sqrt(abs(scale))
    query = query * (-root if scale < 0 else root)
    if is_causal:
        size = (query.shape[-2], key.shape[-2])
        attn_mask = _additive(HOMES["torch"]["ones"](size, dtype=bool_).tril(), query)
    if enable_gqa:
        if query.shape[-3] % key.shape[-3] or query.shape[-3] % value.shape[-3]:
            raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    scores = matmul(query, key.transpose(-2, -1) * root)
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = _safe_softmax(scores, -1)
    if dropout_p:
        weights = HOMES["torch"]["dropout"](weights, dropout_p, True)
    return matmul(weights, value).to(dtype)
