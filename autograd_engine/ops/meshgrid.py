"""Grids of vectors: meshgrid, cartesian products, and matrices along a diagonal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.warn import warn_once
from ..graph.tensor import wrap
from ..op.namespaces import function
from ..op.op import Tensors, op
from .cat import in_one_dtype
from .create import zeros_as
from .expand import _expand
from .select import _slice
from .shape import _view, tensor_list
from .squeeze import squeeze


@function("torch")
def meshgrid(*tensors, indexing=None):
    """Expand vectors to a grid, the i-th along dimension i ("ij") or with the first two swapped ("xy")."""
    tensors = tensor_list(tensors)
    if indexing is None:
        warn_once(_MESHGRID)
    return _meshgrid(tensors, "ij" if indexing is None else indexing)


_MESHGRID = (
    "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument. (Triggered "
    "internally at /__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:4215.)"
)


def _meshgrid(tensors: tuple, indexing: str) -> tuple:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(tensor._data.dtype != tensors[0]._data.dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for tensor in tensors:
        if tensor._data.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: a tensor of size {list(tensor.shape)}"
            )
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    swapped = indexing == "xy" and len(tensors) > 1
    if swapped:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = tuple([tensor._data.size for tensor in tensors])
    grids = []
    for i, tensor in enumerate(tensors):
        place = (1,) * i + (shape[i],) + (1,) * (len(shape) - i - 1)
        grids.append(_expand(_view(tensor, place), shape))
    if swapped:
        grids[:2] = grids[1], grids[0]
    return tuple(grids)


@op(fits=("tensors",), tensors=lambda grad, tensors_sizes: block_diag_backward(grad, tensors_sizes))
def _block_diag(tensors: Tensors):
    blocks = [np.atleast_2d(array) for array in in_one_dtype(tensors)]
    for i, block in enumerate(blocks):
        if block.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has "
                f"{block.ndim} dimensions"
            )
    whole = np.zeros(np.sum([block.shape for block in blocks], 0), blocks[0].dtype)
    row = column = 0
    for block in blocks:
        rows, columns = block.shape
        whole[row : row + rows, column : column + columns] = block
        row, column = row + rows, column + columns
    return whole


def block_diag_backward(grad: Any, sizes: tuple) -> list:
    """Cut the blocks out of the gradient."""
    found, row, column = [], 0, 0
    for size in sizes:
        rows, columns = (1, 1, *size)[-2:]
        if size == (0,):
            block = zeros_as(grad, size)
        else:
            block = _slice(_slice(grad, 0, row, row + rows, 1), 1, column, column + columns, 1)
            for _ in range(2 - len(size)):
                block = squeeze(block, -1)
        found.append(block)
        row, column = row + rows, column + columns
    return found


@function("torch")
def block_diag(*tensors):
    """Put matrices (vectors as rows, numbers as 1x1) along the diagonal of a matrix of zeros."""
    tensors = tensor_list(tensors)
    return _block_diag(list(tensors)) if tensors else wrap(np.empty((1, 0), np.float32))
