"""Embedding bags: rows of a table looked up by number and reduced; offsets say where each bag begins."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.errors import tensor_type
from ..base.warn import warn
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..op.namespaces import function
from ..op.op import no_derivative, not_differentiable, op
from ..op.operands import in_float32
from .embedding import renorm
from .ranges import arange
from .types import promote_types

_SUM, _MEAN, _MAX = 0, 1, 2
_MODES = {"sum": _SUM, "mean": _MEAN, "max": _MAX}


@op(
    "EmbeddingBagBackward0",
    outputs=("result0", "result1", "result2", "result3"),
    differentiable=1,
    **{
        "weight, per_sample_weights": lambda grad, weight, indices, offsets, result1, result2, result3, weight_sym_argsize_0,
        scale_grad_by_freq, mode, sparse, per_sample_weights, padding_idx, output_mask: (
            _embedding_bag_backward(
                grad, indices, offsets, result1, result2, result3, weight_sym_argsize_0, scale_grad_by_freq, mode,
                per_sample_weights, padding_idx,
            )
            if output_mask[0]
            else None,
            _embedding_bag_per_sample_weights_backward(grad, weight, indices, offsets, result1, mode, padding_idx)
            if output_mask[1]
            else None,
        )
    },
)  # fmt: skip
@in_float32
def _embedding_bag(
    weight, indices: Tensor, offsets: Tensor, scale_grad_by_freq, mode, sparse,
    per_sample_weights: Tensor | None, include_last_offset, padding_idx,
):  # fmt: skip
    wrong = np.flatnonzero((indices < 0) | (indices >= len(weight)))
    if wrong.size:
        raise RuntimeError(
            f"Index {wrong[0]} of input takes value {indices[wrong[0]]} which is not in the valid range [0, "
            f"{len(weight)})"
        )
    count = len(offsets) - include_last_offset
    bags = _bags(indices, offsets[:count])
    kept = indices != padding_idx
    sizes = np.bincount(bags[kept], minlength=count)[:count]
    rows = weight[indices]
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[:, None]
    if mode == _MAX:
        out, places = _largest(rows, indices, bags, kept, count)
        return out, bags, sizes, places
    out = np.zeros((count, weight.shape[1]), weight.dtype)
    np.add.at(out, bags[kept], rows[kept])
    if mode == _MEAN:
        out /= np.maximum(sizes, 1)[:, None]
    return out, bags, sizes, sizes


def _bags(indices: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return for each index the number of its bag."""
    return np.searchsorted(offsets, np.arange(len(indices)), side="right") - 1


def _largest(
    rows: np.ndarray, indices: np.ndarray, bags: np.ndarray, kept: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest of each column in each bag and the row it is from; 0 and -1 for empty bags."""
    out = np.zeros((count, rows.shape[1]), rows.dtype)
    places = np.full(out.shape, -1, np.int64)
    for i in np.flatnonzero(kept):
        better = (places[bags[i]] < 0) | (rows[i] > out[bags[i]])
        out[bags[i], better] = rows[i, better]
        places[bags[i], better] = indices[i]
    return out, places


@op(grad=no_derivative("_embedding_bag_backward"), per_sample_weights=no_derivative("_embedding_bag_backward"))
@in_float32
def _embedding_bag_backward(
    grad, indices: Tensor, offsets: Tensor, bags: Tensor, sizes: Tensor, places: Tensor, num_weights,
    scale_grad_by_freq, mode, per_sample_weights: Tensor | None, padding_idx,
):  # fmt: skip
    table = np.zeros((num_weights, grad.shape[1]), grad.dtype)
    if mode == _MAX:
        bag, column = np.nonzero(places >= 0)
        np.add.at(table, (places[bag, column], column), grad[bag, column])
        return table
    rows = grad[bags]
    scales = 1 / sizes[bags][:, None].astype(grad.dtype) if mode == _MEAN else None
    if scales is not None and per_sample_weights is None and not scale_grad_by_freq:
        for index, row, scale in zip(indices, rows, scales, strict=True):
            if index != padding_idx:
                table[index] = multiply_add(row, scale, table[index])
        return table
    if scales is not None:
        rows = rows * scales
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[:, None]
    if scale_grad_by_freq:
        # PyTorch divides the k-th different row by the frequency of the k-th of all indices, sorted
        frequencies = np.bincount(indices, minlength=num_weights)
        kth = np.unique(indices, return_inverse=True)[1]
        rows = rows / frequencies[np.sort(indices)[kth]][:, None]
    kept = indices != padding_idx
    np.add.at(table, indices[kept], rows[kept])
    return table


@op(
    "NotImplemented",
    grad=not_differentiable("_embedding_bag_per_sample_weights_backward"),
    weight=not_differentiable("_embedding_bag_per_sample_weights_backward"),
)
@in_float32
def _embedding_bag_per_sample_weights_backward(
    grad, weight, indices: Tensor, offsets: Tensor, bags: Tensor, mode, padding_idx
):
    products = np.add.reduce(grad[bags] * weight[indices], axis=1)
    return np.where(indices != padding_idx, products, 0)


@function("torch", name="embedding_bag")
def bags_of(
    weight, indices, offsets, scale_grad_by_freq=False, mode=_SUM, sparse=False, per_sample_weights=None,
    include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """Look up rows of a table and reduce each bag of them; return also what the backward pass needs."""
    common = promote_types(indices.dtype, offsets.dtype)
    indices, offsets = indices.to(common), offsets.to(common)
    _check_bags(weight, indices, offsets, per_sample_weights)
    if offsets.numel() and offsets._data[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position "
            f"0. However, got {offsets._data[0]}\n[ torch.LongTensor{{}} ]"
        )
    count = weight.shape[0]
    if padding_idx is not None and not -count <= padding_idx < count:
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, -{count} through {count - 1}, but got {padding_idx}"
        )
    padding_idx = -1 if padding_idx is None else padding_idx % count
    return _embedding_bag(
        weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx
    )


def _check_bags(weight: Tensor, indices: Tensor, offsets: Tensor, per_sample_weights: Tensor | None) -> None:
    for name, tensor, kinds, wanted in (
        ("indices", indices, ("int64", "int32"), "Long, Int"),
        ("indices", offsets, ("int64", "int32"), "Long, Int"),
        ("weight", weight, ("float16", "float32", "float64"), "Half, BFloat16, Float, Double"),
    ):
        if tensor.dtype.name not in kinds:
            raise RuntimeError(
                f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: "
                f"{wanted}; but got {tensor_type(tensor._data.dtype)} instead (while checking arguments for embedding_bag)"
            )
    if per_sample_weights is not None and per_sample_weights.dtype != weight.dtype:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; but "
            f"type {tensor_type(weight._data.dtype)} does not equal {tensor_type(per_sample_weights._data.dtype)} (while "
            "checking arguments for embedding_bag)"
        )


@function("nn.functional")
def embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean",
    sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """Look up rows of a table and add up, average or take the largest of each bag of them."""
    if weight.dtype.name == "int64" and input._data.dtype.kind == "f":
        warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, "
            "...)` is deprecated, and should now be `embedding_bag(input, weight, ...)`."
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must "
            f"have the same shape as the input ({input.shape})"
        )
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed "
                f"length sequences. However, found offsets of type {type(offsets)}"
            )
        offsets = arange(0, input.numel(), input.size(1), dtype=input.dtype)
        include_last_offset = False
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    elif input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    elif offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    elif offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights)
    renorm(weight, input, max_norm, norm_type)
    return bags_of(
        weight,
        input,
        offsets,
        scale_grad_by_freq,
        _MODES[mode],
        sparse,
        per_sample_weights,
        include_last_offset,
        padding_idx,
    )[0]


def _check_mode(mode: str, scale_grad_by_freq: bool, sparse: bool, per_sample_weights: Any) -> None:
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for "
            f"mode='sum' (got mode='{mode}'). Please open a feature request on GitHub."
        )
