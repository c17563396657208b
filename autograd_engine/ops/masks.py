"""Masks and places: elements read and written where a mask is true, and where elements are not zero."""

from __future__ import annotations

import numpy as np

from ..base import positions
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op
from .create import zeros_as
from .expand import sum_to
from .indices import legacy
from .shape import broadcast_shape
from .squeeze import unsqueeze
from .write import masked_fill

# ---- by mask


@op(
    self=lambda grad, self, mask: sum_to(
        masked_scatter(zeros_as(grad, broadcast_shape(self, mask)), mask, grad), tuple(self.shape)
    )
)
def masked_select(self, mask: Tensor):
    """Take the elements where a mask is true, in order."""
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = broadcast_shape(mask, self)
    return np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]


@op(
    fits=("self",),
    self=lambda grad, mask: masked_fill(grad, mask, 0),
    source=lambda grad, mask, source_sym_sizes: _masked_scatter_backward(grad, mask, source_sym_sizes),
)
def masked_scatter(self, mask: Tensor, source):
    """Copy the tensor with the elements of `source`, in order, where a mask is true."""
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got{legacy(self)} and {legacy(source)}"
        )
    if mask.dtype != np.bool_:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {legacy(mask)}")
    shape = broadcast_shape(mask, self)
    whole, mask = np.array(np.broadcast_to(self, shape), order="C"), np.broadcast_to(mask, shape)
    count = np.count_nonzero(mask)
    if count > source.size:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    whole[mask] = source.reshape(-1)[:count]
    return whole


@op(
    "MaskedScatterBackwardBackward0",
    grad_output=lambda grad, grad_output_shape, mask: masked_scatter(zeros_as(grad, grad_output_shape), mask, grad),
)
def _masked_scatter_backward(grad_output, mask: Tensor, sizes):
    taken = masked_select.op.kernel(grad_output, mask)
    whole = np.zeros(int(np.prod(sizes)), taken.dtype)
    whole[: taken.size] = taken
    return whole.reshape(sizes)


# ---- where


@op()
def _nonzero(self):
    return positions.argwhere(self)


@function(takes="*, bool as_tuple = False", out=True)
def nonzero(input, *, as_tuple=False):
    """Return the indices of elements that are not 0, as rows, or as one vector for each dimension."""
    if not as_tuple:
        return _nonzero(input)
    return tuple(_nonzero(input if input._data.ndim else unsqueeze(input, 0)).unbind(1))


@function()
def argwhere(input):
    """Return the indices of elements that are not 0, as rows."""
    return _nonzero(input)
