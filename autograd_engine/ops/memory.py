"""Memory: how a tensor lies in it, and tensors that share it or copy it as it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import array_memory
from ..base.dims import as_ints, wrap_dim
from ..base.layouts import (
    arranged,
    contiguous_format,
    copied,
    is_arranged,
    lying,
    preserve_format,
    required_format,
)
from ..base.size import Size
from ..graph import views
from ..graph.grad_mode import inference_enabled
from ..graph.observer import seam
from ..graph.tangents import current_level, pushes
from ..graph.tensor import Tensor
from ..graph.views import DetachedVersion, shared_version
from ..op.namespaces import function
from ..op.op import op, view

# ---- the same memory


@view(self=lambda grad: grad)
def _alias(self):
    return self[...]


@view("Identity", self=lambda grad: grad)
def _fw_primal(self):
    return self[...]


@view(history=False)
def _detach(self):
    return self[...]


@function()
def detach(input):
    """Return a tensor that shares the memory but is cut off from the graph: a leaf that does not require a gradient."""
    return _detach(input)


@function()
def detach_(input):
    """Cut the tensor off from the graph in place; inference mode leaves the graph alone."""
    if inference_enabled():
        return input
    if input._view is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel "
            "(DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP "
            "buckets, and hence detach_() cannot be called on these gradients. To fix this error, please "
            "refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution."
        )
    if input._node is not None:
        shared_version(input)[0] = DetachedVersion.of(input)
    if pushes():
        current_level.get().separate(input)
    is_cut = input._node is not None or input._req
    input._node, input._nr, input._req = None, 0, False
    if is_cut and seam.count:
        seam.observer().updated("detach", {"self": input}, input)
    return input


# ---- copies


@op("CloneBackward0", self=lambda grad: grad)
def _clone(self, memory_format=None):
    if memory_format is None:
        return copied(self) if type(self) is np.ndarray else self
    return arranged(np.asarray(self), memory_format)


@function()
def clone(input, *, memory_format=None):
    """Copy the tensor; the gradient passes through."""
    return _clone(input, required_format(memory_format))


@function("Tensor", takes="*, torch.memory_format memory_format = torch.contiguous_format")
def contiguous(self, *, memory_format=None):
    """Return the tensor itself if its elements lie in memory in order, else a copy in which they do."""
    if not isinstance(self, Tensor):
        return np.asarray(self, order="C")
    wanted = contiguous_format if memory_format is None else memory_format
    if is_contiguous(self, memory_format=wanted):
        return self
    if wanted is preserve_format:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return _clone(self, wanted)


# ---- sizes and strides


@function("Tensor", takes="*, torch.memory_format memory_format = torch.contiguous_format")
def is_contiguous(self, *, memory_format=None):
    """Whether the elements lie in memory in order, the last dimension fastest, or in the order of a memory format."""
    if memory_format not in (None, contiguous_format, preserve_format):
        return is_arranged(self._data, strides_of(self._data), memory_format)
    return type(self._data) is not np.ndarray or self._data.flags.c_contiguous


@function("Tensor", takes="int dim = None")
def size(self, dim=None):
    """Return the sizes of all dimensions, or of one."""
    shape = self._data.shape
    if dim is None:
        return Size(shape)
    return shape[_existing(dim, len(shape))]


def _existing(dim: int, ndim: int) -> int:
    if not ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, ndim)


@function("Tensor", takes="int dim = None")
def stride(self, dim=None):
    """Return how many elements lie from one index of a dimension to the next, for all or for one."""
    steps = strides_of(self._data)
    if dim is None:
        return steps
    return steps[_existing(dim, len(steps))]


def strides_of(array: Any) -> tuple[int, ...]:
    """Return an array's strides in elements; numpy gives a new empty array none."""
    if type(array) is not np.ndarray:
        return ()
    if array.size or any(array.strides):
        return tuple([step // array.itemsize for step in array.strides])
    return strides_of_size(array.shape)


def strides_of_size(shape: tuple) -> tuple[int, ...]:
    """Return the strides, in elements, of a new tensor of this shape."""
    steps = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        steps[i] = steps[i + 1] * max(shape[i + 1], 1)
    return tuple(steps)


@function("Tensor", takes="")
def storage_offset(self):
    """Return where in its storage the tensor begins, in elements."""
    return array_memory.geometry(self.array())[2]


@function("Tensor", takes="")
def dim(self):
    """Return the number of dimensions."""
    return self._data.ndim


@function("Tensor", takes="")
def ndimension(self):
    """Return the number of dimensions."""
    return self._data.ndim


@function(takes="")
def numel(input):
    """Return the number of elements."""
    return input._data.size


@function("Tensor", takes="")
def nelement(self):
    """Return the number of elements."""
    return self._data.size


@function("Tensor", takes="")
def element_size(self):
    """Return the size of one element in bytes."""
    return self._data.itemsize


# All numbers here are real.
Tensor.real = property(lambda self: self, lambda self, value: self.__setitem__(..., value))
Tensor.itemsize = property(lambda self: self._data.itemsize, doc="The size of one element in bytes.")
Tensor.nbytes = property(lambda self: self._data.nbytes, doc="The size of all elements in bytes.")


@function("Tensor", takes="")
def get_device(self):
    """Return the device's number: -1 for the CPU."""
    return -1


# ---- storage


@function("Tensor", takes="")
def data_ptr(self):
    """Return the address of the first element; views of the same memory have equal ones."""
    return array_memory.address(self.array()) if self._data.size else 0


@function("Tensor")
def resize_(self, size, *, memory_format=None):
    """Give the tensor another size in place; if it needs more memory, the new elements are zeros here."""
    size = as_ints(size)
    if self.requires_grad and not self._inference:
        raise RuntimeError("cannot resize variables that require grad")
    for n in size:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(size)}")
    views.refuse_inference(self)
    array = self.array()
    if memory_format is preserve_format:
        raise RuntimeError("Unsupported memory formatPreserve")
    if size == array.shape and memory_format is None:
        return self
    count, offset = int(np.prod(size)), array_memory.geometry(array)[2]
    whole = array_memory.memory(array).view(array.dtype)
    if offset + count > whole.size:
        whole = np.concatenate([whole, np.zeros(offset + count - whole.size, whole.dtype)])
    part = whole[offset : offset + count]
    self._data = part.reshape(size) if memory_format is None else lying(part, size, memory_format)
    if size != array.shape:
        views.written(self)
    return self
