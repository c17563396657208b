"""Attention as PyTorch's kernel for processors computes it (ATen/native/cpu/FlashAttentionKernel.cpp): by blocks of queries.

The exponentials are those of unnormalized scores; what they are summed to divides the result in the end.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .elementary import multiply_add
from .gelu import fast_exp
from .libm import exp, log
from .products import product, product_onto
from .summation import in_lanes
from .vector_functions import exp as vector_exp

VECTOR = 64  # bytes
FLOAT32 = np.dtype(np.float32)


def forward(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, is_causal: bool, mask: Any, scale: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the attention of (batch, heads, positions, features) and the logarithms of the sums of the exponentials."""
    out = np.empty_like(query, shape=(*query.shape[:-1], value.shape[-1]))  # lies in memory as the queries
    logsumexp = np.empty(query.shape[:-1], query.dtype)
    for head, block, keys in _blocks(query, key, is_causal):
        scores = product(query[head][block], np.ascontiguousarray(key[head][keys]).T)
        scores = _masked(scores, block, is_causal, None if mask is None else mask[head][block, keys], scale)
        top = scores.max(1, keepdims=True)
        exps = _exps(scores - np.where(np.isneginf(top), 0, top))
        sums = _sums(exps)
        found = product(exps, value[head][keys])
        out[head][block] = found * np.where(sums == 0, 1, 1 / sums)
        logsumexp[head][block] = (top + log(sums))[:, 0]
    return out, logsumexp


def backward(
    grad: np.ndarray, query: np.ndarray, key: np.ndarray, value: np.ndarray, out: np.ndarray, logsumexp: np.ndarray,
    is_causal: bool, mask: Any, scale: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Return the gradients of query, key and value."""
    to_query, to_key, to_value = np.zeros_like(query), np.zeros_like(key), np.zeros_like(value)
    for head, block, keys in _blocks(query, key, is_causal):
        scores = product(query[head][block], np.ascontiguousarray(key[head][keys]).T)
        scores = _masked(scores, block, is_causal, None if mask is None else mask[head][block, keys], scale)
        sums = logsumexp[head][block][:, None]
        weights = vector_exp(scores - np.where(np.isneginf(sums), 0, sums))
        to_value[head][keys] = product_onto(to_value[head][keys], weights.T, grad[head][block], 1, 1)
        by_weights = product(grad[head][block], np.ascontiguousarray(value[head][keys]).T)
        along = in_lanes(grad[head][block] * out[head][block], 1, VECTOR)
        by_scores = (by_weights - along) * weights
        to_query[head][block] = product_onto(to_query[head][block], by_scores, key[head][keys], 1, scale)
        to_key[head][keys] = product_onto(to_key[head][keys], by_scores.T, query[head][block], 1, scale)
    return to_query, to_key, to_value


def _blocks(query: np.ndarray, key: np.ndarray, is_causal: bool) -> Any:
    """Yield each head, each of its blocks of queries, and the keys they see."""
    length = query.shape[-2]
    size = 256 if length >= 768 else 64 if length >= 192 else 32
    for head in np.ndindex(query.shape[:-2]):
        for start in range(0, length, size):
            end = min(start + size, length)
            yield head, slice(start, end), slice(0, min(end, key.shape[-2]) if is_causal else key.shape[-2])


def _masked(scores: np.ndarray, block: slice, is_causal: bool, mask: Any, scale: float) -> np.ndarray:
    real = scores.dtype.type
    scores = scores * real(scale) if mask is None else multiply_add(scores, real(scale), mask)
    if is_causal:
        seen = np.arange(scores.shape[1]) <= np.arange(block.start, block.stop)[:, None]
        scores = np.where(seen, scores, -real(math.inf))
    return scores


def _exps(shifted: np.ndarray) -> np.ndarray:
    if shifted.dtype is not FLOAT32:
        return exp(shifted)
    whole = shifted.shape[1] - shifted.shape[1] % (VECTOR // shifted.itemsize)
    return np.concatenate((fast_exp(shifted[:, :whole]), exp(shifted[:, whole:])), 1)


def _sums(exps: np.ndarray) -> np.ndarray:
    """Sum rows: whole vectors in lanes, then what is left."""
    whole = exps.shape[1] - exps.shape[1] % (VECTOR // exps.itemsize)
    parts = exps[:, whole:]
    if whole:
        parts = np.concatenate((in_lanes(exps[:, :whole], 1, VECTOR), parts), 1)
    return np.add.accumulate(parts, 1)[:, -1:]
