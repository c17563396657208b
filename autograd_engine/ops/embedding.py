"""Classes: their numbers as rows of a table (embedding) or as vectors with a single 1 (one_hot)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import positions
from ..base.errors import tensor_type
from ..graph.grad_mode import no_grad
from ..graph.observer import one_update
from ..graph.tensor import Tensor, wrap
from ..graph.views import written
from ..op.namespaces import HOMES, function
from ..op.op import op
from .select import checked_index
from .shape import _view, reshape
from .slices import index_select
from .write import masked_fill


@op(
    "EmbeddingBackward0",
    weight=lambda grad, indices, weight_sym_argsize_0, padding_idx, scale_grad_by_freq, sparse: (
        _embedding_dense_backward(grad, indices, weight_sym_argsize_0, padding_idx, scale_grad_by_freq)
    ),
)
def _embedding(weight, indices: Tensor, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_indices(indices, 1, "embedding")
    if indices.size and not (indices.min() >= 0 and indices.max() < len(weight)):
        raise IndexError("index out of range in self")
    return weight[indices]


def _check_indices(indices: Any, position: int, called: str) -> None:
    if indices.dtype not in (np.int32, np.int64):
        raise RuntimeError(
            f"Expected tensor for argument #{position} 'indices' to have one of the following scalar types: Long, Int; but "
            f"got {tensor_type(indices.dtype)} instead (while checking arguments for {called})"
        )


@op(
    "EmbeddingDenseBackwardBackward0",
    grad_output=lambda grad, indices, padding_idx: embedding_double_backward(grad, indices, padding_idx),
)
def _embedding_dense_backward(grad_output, indices: Tensor, num_weights, padding_idx, scale_grad_by_freq):
    places = np.asarray(indices).reshape(-1)
    rows = grad_output.reshape(len(places), grad_output.shape[-1])
    kept = places != padding_idx
    if scale_grad_by_freq:
        rows = (rows / positions.bincount(places, minlength=num_weights)[places][:, None]).astype(rows.dtype)
    table = np.zeros((num_weights, rows.shape[1]), rows.dtype)
    np.add.at(table, places[kept], rows[kept])
    return table


def embedding_double_backward(grad: Any, indices: Any, padding_idx: int) -> Any:
    """Look the gradients up in turn; rows of the padding have none."""
    rows = index_select(grad, 0, reshape(indices, (-1,)))
    if padding_idx >= 0:
        rows = masked_fill(rows, reshape(indices == padding_idx, (-1, 1)), 0)
    return _view(rows, (*indices.shape, -1))


@function("torch", name="embedding")
def rows(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """Take rows of a table."""
    return _embedding(weight, indices, padding_idx, scale_grad_by_freq, sparse)


@function("torch")
def embedding_renorm_(input, indices, max_norm, norm_type):
    """Scale down, in place, the rows of `input` named by `indices` whose norm is above `max_norm`."""
    if input._data.dtype.kind != "f":
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {input.dtype.legacy} instead."
        )
    _check_indices(indices._data, 2, "embedding_renorm_")
    if input.ndim != 2:
        raise RuntimeError(
            f"Expected 2-dimensional tensor, but got {input.ndim}-dimensional tensor for argument #1 'self' (while checking "
            "arguments for embedding_renorm_)"
        )
    arguments = {"self": input, "indices": indices, "max_norm": max_norm, "norm_type": norm_type}
    with one_update("embedding_renorm", input, arguments):
        table = input.array()
        for index in np.unique(indices._data):
            row = table[checked_index(input, index, 0)]
            norm = np.linalg.norm(row, norm_type)
            if norm > max_norm:
                row *= max_norm / (norm + 1e-7)
        written(input)  # whether a row was too long or not
    return input


def renorm(weight: Tensor, input: Tensor, max_norm: float | None, norm_type: float) -> None:
    """Do so, unrecorded, if there is a greatest norm."""
    if max_norm is not None:
        with no_grad():
            embedding_renorm_(weight.detach(), input, max_norm, norm_type)


@function("nn.functional")
def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Take the rows of `weight` that the indices `input` name; the row `padding_idx` gets no gradient."""
    if padding_idx is None:
        padding_idx = -1
    else:
        count = weight._data.shape[0]
        assert -count <= padding_idx < count, "Padding_idx must be within num_embeddings"
        padding_idx %= count
    if max_norm is not None:
        input = input.contiguous()
        renorm(weight, input, max_norm, norm_type)
    return HOMES["torch"]["embedding"](weight, input, padding_idx, scale_grad_by_freq, sparse)


@function("nn.functional")
def one_hot(input, num_classes=-1):
    """Return a vector for each class number: 1 at its place, 0 elsewhere."""
    index = np.asarray(input._data)
    if index.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not index.size:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return wrap(np.zeros((*index.shape, num_classes), np.int64))
    if index.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(index.max()) + 1
    elif index.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return wrap((index[..., None] == positions.arange(num_classes)).astype(np.int64, order="C"))
