"""Embedding bags: rows of a table looked up by number and reduced; offsets say where each bag begins."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import positions
from ..base.errors import tensor_type
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..op.namespaces import function
from ..op.op import no_derivative, op
from ..op.operands import in_float32
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
        scale_grad_by_freq, mode, sparse, per_sample_weights, padding_idx: (
            embedding_bag_backward(
                grad, indices, result1, result2, result3, weight_sym_argsize_0, mode, per_sample_weights, padding_idx
            )
        )
    },
)  # fmt: skip
@in_float32
def _embedding_bag(
    weight, indices: Tensor, offsets: Tensor, scale_grad_by_freq, mode, sparse,
    per_sample_weights: Tensor | None, padding_idx,
):  # fmt: skip
    wrong = positions.flatnonzero((indices < 0) | (indices >= len(weight)))
    if wrong.size:
        raise RuntimeError(
            f"Index {wrong[0]} of input takes value {indices[wrong[0]]} which is not in the valid range [0, "
            f"{len(weight)})"
        )
    count = len(offsets)
    bags = _bags(indices, offsets)
    kept = indices != padding_idx
    sizes = positions.bincount(bags[kept], minlength=count)[:count]
    rows = weight[indices]
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
    return positions.searchsorted(offsets, positions.arange(len(indices)), "right") - 1


def _largest(
    rows: np.ndarray, indices: np.ndarray, bags: np.ndarray, kept: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest of each column in each bag and the row it is from; 0 and -1 for empty bags."""
    out = np.zeros((count, rows.shape[1]), rows.dtype)
    places = np.full(out.shape, -1, np.int64)
    for i in positions.flatnonzero(kept):
        better = (places[bags[i]] < 0) | (rows[i] > out[bags[i]])
        out[bags[i], better] = rows[i, better]
        places[bags[i], better] = indices[i]
    return out, places


def embedding_bag_backward(grad: Any, *saved: Any) -> tuple:
    """Gradient of the table; there are no weights of the samples, but PyTorch's node has an edge for them."""
    return _embedding_bag_backward(grad, *saved), None


@op(grad=no_derivative("_embedding_bag_backward"), per_sample_weights=no_derivative("_embedding_bag_backward"))
@in_float32
def _embedding_bag_backward(
    grad, indices: Tensor, bags: Tensor, sizes: Tensor, places: Tensor, num_weights, mode,
    per_sample_weights: Tensor | None, padding_idx,
):  # fmt: skip
    table = np.zeros((num_weights, grad.shape[1]), grad.dtype)
    if mode == _MAX:
        bag, column = positions.nonzero(places >= 0)
        np.add.at(table, (places[bag, column], column), grad[bag, column])
        return table
    rows, kept = grad[bags], indices != padding_idx
    if mode == _MEAN:
        scales = 1 / sizes[bags][:, None].astype(grad.dtype)
        for index, row, scale in zip(indices[kept], rows[kept], scales[kept], strict=True):
            table[index] = multiply_add(row, scale, table[index])
    else:
        np.add.at(table, indices[kept], rows[kept])
    return table


@function("nn.functional")
def embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean",
    sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """Look up rows of a table and add up, average or take the largest of each bag of them."""
    for option, given in (
        ("max_norm", max_norm is not None),
        ("scale_grad_by_freq", scale_grad_by_freq),
        ("per_sample_weights", per_sample_weights is not None),
        ("include_last_offset", include_last_offset),
    ):
        if given:
            raise NotImplementedError(f"Autograd Studio does not have embedding_bag with {option} (real PyTorch does)")
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed "
                f"length sequences. However, found offsets of type {type(offsets)}"
            )
        offsets = arange(0, input.numel(), input.size(1), dtype=input.dtype)
        input = input.reshape(-1)
    elif input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    elif offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    elif offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    common = promote_types(input.dtype, offsets.dtype)
    input, offsets = input.to(common), offsets.to(common)
    _check_bags(weight, input, offsets)
    place = _padding_row(padding_idx, weight.shape[0])
    return _embedding_bag(weight, input, offsets, False, _MODES[mode], sparse, None, place)[0]


def _check_bags(weight: Tensor, indices: Tensor, offsets: Tensor) -> None:
    for name, tensor, kinds, wanted in (
        ("indices", indices, ("int64", "int32"), "Long, Int"),
        ("weight", weight, ("float16", "float32", "float64"), "Half, BFloat16, Float, Double"),
    ):
        if tensor.dtype.name not in kinds:
            raise RuntimeError(
                f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: "
                f"{wanted}; but got {tensor_type(tensor._data.dtype)} instead (while checking arguments for embedding_bag)"
            )
    if offsets.numel() and offsets._data[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position "
            f"0. However, got {offsets._data[0]}\n[ torch.LongTensor{{}} ]"
        )


def _padding_row(padding_idx: int | None, count: int) -> int:
    """Return the row of the padding, -1 if there is none."""
    if padding_idx is None:
        return -1
    if not -count <= padding_idx < count:
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, -{count} through {count - 1}, but got {padding_idx}"
        )
    return padding_idx % count
