"""Grids of vectors: meshgrid and cartesian products."""

from __future__ import annotations

from ..base.warn import warn_once
from ..op.namespaces import function
from .cat import stack
from .expand import _expand
from .shape import _view, flatten, tensor_list


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


@function("torch")
def cartesian_prod(*tensors):
    """Return all combinations of one element from each vector, as rows."""
    tensors = tensor_list(tensors)
    for tensor in tensors:
        if tensor._data.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor._data.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(grid) for grid in _meshgrid(tensors, "ij")], 1)
