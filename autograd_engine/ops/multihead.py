"""Multi-head attention: queries, keys and values projected, attended to by heads, and projected back."""

from __future__ import annotations

import math

from ..base.errors import lacks
from ..base.warn import warn
from ..graph.tensor import Tensor
from ..op.namespaces import HOMES, function
from .attention import scaled_dot_product_attention
from .dropout import dropout
from .linear import linear
from .matmul import baddbmm, bmm
from .softmax import softmax


@function("nn.functional")
def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
    add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
    need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
    v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False,
):  # fmt: skip
    """Attend with several heads to sequences (length, batch, features); return the result and the weights."""
    if add_zero_attn or any(given is not None for given in (bias_k, bias_v, static_k, static_v)):
        raise lacks("attention to keys besides those of the sequence")
    batched = _check_sequences(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, features = query.shape
    key_padding_mask = _float_mask(key_padding_mask, "key_padding_mask", query, attn_mask)
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None  # attention that is causal by itself needs no mask
    else:
        attn_mask = _float_mask(attn_mask, "attn_mask", query, None)
        is_causal = is_causal and key_padding_mask is None
    _check_features(key, value, features, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if use_separate_proj_weight:
        q, k, v = _projected(query, key, value, (q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias)
    elif in_proj_weight is None:
        raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
    else:
        q, k, v = _projected_at_once(query, key, value, in_proj_weight, in_proj_bias)
    masks = [_three_dimensional(attn_mask, length, key.shape[0], batch * num_heads), key_padding_mask]
    width = features // num_heads
    q, k, v = (_heads(tensor, batch * num_heads, width) for tensor in (q, k, v))
    mask = _joined(*masks, batch, num_heads, k.shape[1])
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        out, weights = _with_weights(q, k, v, mask, dropout_p, is_causal)
        out = out.transpose(0, 1).reshape(length * batch, features)
    else:
        out, weights = _without_weights(q, k, v, mask, dropout_p, is_causal, batch), None
    out = linear(out, out_proj_weight, out_proj_bias)
    out = out.view(length, batch, out.size(1))
    if need_weights:
        weights = weights.view(batch, num_heads, length, k.shape[1])
        weights = weights.mean(dim=1) if average_attn_weights else weights
    if batched:
        return out, weights
    return out.squeeze(1), weights.squeeze(0) if need_weights else None


# ---- checks


def _check_sequences(
    query: Tensor, key: Tensor, value: Tensor, padding: Tensor | None, mask: Tensor | None, num_heads: int
) -> bool:
    """Return whether the sequences come in a batch, or raise PyTorch's error about their dimensions."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.ndim}-D query tensor"
        )
    batched, ndim = query.ndim == 3, query.ndim
    given = f"For {'batched' if batched else 'unbatched'} ({ndim}-D) `query`, expected"
    if key.ndim != ndim or value.ndim != ndim:
        raise AssertionError(
            f"{given} `key` and `value` to be {ndim}-D but found {key.ndim}-D and {value.ndim}-D tensors respectively"
        )
    if padding is not None and padding.ndim != ndim - 1:
        raise AssertionError(
            f"{given} `key_padding_mask` to be `None` or {ndim - 1}-D but found {padding.ndim}-D tensor instead"
        )
    if mask is None:
        return batched
    if mask.ndim not in (2, 3):
        raise AssertionError(f"{given} `attn_mask` to be `None`, 2-D or 3-D but found {mask.ndim}-D tensor instead")
    expected = (num_heads, query.shape[0], key.shape[0])
    if not batched and mask.ndim == 3 and tuple(mask.shape) != expected:
        raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {mask.shape}")
    return batched


def _check_features(key: Tensor, value: Tensor, features: int, expected: int, num_heads: int, separate: bool) -> None:
    if features != expected:
        raise AssertionError(f"was expecting embedding dimension of {expected}, but got {features}")
    if features % num_heads:
        raise AssertionError(f"embed_dim {features} not divisible by num_heads {num_heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


# ---- masks: added to the scores, -inf hides a key


def _float_mask(mask: Tensor | None, name: str, query: Tensor, other: Tensor | None) -> Tensor | None:
    """Return a mask as numbers to be added, in the dtype of the query."""
    if mask is None:
        return None
    kind = mask._data.dtype.kind
    if kind not in "bf":
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype != mask.dtype:
        warn(f"Support for mismatched {name} and attn_mask is deprecated. Use same type for both instead.")
    if kind == "f":
        return mask
    return HOMES["torch"]["zeros_like"](mask, dtype=query.dtype).masked_fill_(mask, -math.inf)


def _three_dimensional(mask: Tensor | None, length: int, keys: int, heads: int) -> Tensor | None:
    if mask is None:
        return None
    wanted = (length, keys) if mask.ndim == 2 else (heads, length, keys)
    if tuple(mask.shape) != wanted:
        raise RuntimeError(f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {wanted}.")
    return mask.unsqueeze(0) if mask.ndim == 2 else mask


def _joined(mask: Tensor | None, padding: Tensor | None, batch: int, num_heads: int, keys: int) -> Tensor | None:
    """Return the sum of both masks, one row of keys for each head."""
    if padding is None:
        return mask
    for dim, n in enumerate((batch, keys)):
        if padding.shape[dim] != n:
            raise AssertionError(f"Expected key_padded_mask.shape[{dim}] to be {n}, but got {padding.shape[dim]}")
    padding = padding.view(batch, 1, 1, keys).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, keys)
    return padding if mask is None else mask + padding


# ---- projections and heads


def _projected(query: Tensor, key: Tensor, value: Tensor, weights: tuple, bias: Tensor | None) -> tuple:
    """Return query, key and value multiplied by a weight each."""
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    features = query.size(-1)
    named = {"query": query, "key": key, "value": value}
    for (name, tensor), weight in zip(named.items(), weights, strict=True):
        if weight is None:
            raise AssertionError(f"use_separate_proj_weight is True but {name[0]}_proj_weight is None")
        wanted = (features, tensor.size(-1))
        if tuple(weight.shape) != wanted:
            raise AssertionError(f"expecting {name} weights shape of {wanted}, but got {weight.shape}")
    return tuple(map(linear, (query, key, value), weights, biases))


def _projected_at_once(query: Tensor, key: Tensor, value: Tensor, weight: Tensor, bias: Tensor | None) -> tuple:
    """Return query, key and value times their parts of one weight; those that are the same tensor at once."""
    features = query.size(-1)
    if key is not value:
        biases = (None,) * 3 if bias is None else bias.chunk(3)
        return tuple(map(linear, (query, key, value), weight.chunk(3), biases))
    if query is key:
        return _separated(linear(query, weight, bias), 3, features)
    w_q, w_kv = weight.split([features, features * 2])
    b_q, b_kv = (None, None) if bias is None else bias.split([features, features * 2])
    q = linear(query, w_q, b_q)
    return (q, *_separated(linear(key, w_kv, b_kv), 2, features))


def _separated(tensor: Tensor, count: int, features: int) -> tuple:
    """Return the `count` parts of the last dimension, each in memory of its own."""
    parts = tensor.unflatten(-1, (count, features)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return tuple(parts[i] for i in range(count))


def _heads(tensor: Tensor, heads: int, width: int) -> Tensor:
    """Return (length, batch, features) as (batch * heads, length, width)."""
    return tensor.view(tensor.shape[0], heads, width).transpose(0, 1)


def _with_weights(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool
) -> tuple[Tensor, Tensor]:
    scaled = q * math.sqrt(1.0 / float(q.shape[2]))
    if is_causal and mask is None:
        raise AssertionError("FIXME: is_causal not implemented for need_weights")
    keys = k.transpose(-2, -1)
    scores = bmm(scaled, keys) if mask is None else baddbmm(mask, scaled, keys)
    weights = softmax(scores, -1)
    if dropout_p > 0.0:
        weights = dropout(weights, p=dropout_p)
    return bmm(weights, v), weights


def _without_weights(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool, batch: int
) -> Tensor:
    heads, length, width = q.shape
    if mask is not None:
        mask = mask.unsqueeze(0) if len(mask) == 1 else mask.view(batch, heads // batch, -1, k.shape[1])
    q, k, v = (t.view(batch, heads // batch, -1, width) for t in (q, k, v))
    out = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)
    return out.permute(2, 0, 1, 3).reshape(batch * length, heads // batch * width)
