"""Where a tensor lives and how: questions that have one answer here, since all are dense and on the CPU."""

from __future__ import annotations

import numpy as np

from ..base.layouts import strided
from ..graph.tensor import Tensor
from ..op.inplace import about_to_write
from ..op.op import function
from .arrange import flip
from .expand import _expand

_NEVER = (
    "is_cuda is_ipu is_maia is_meta is_mkldnn is_mps is_mtia is_nested is_quantized is_sparse is_sparse_csr is_vulkan is_xla "
    "is_xpu"
).split()

Tensor.is_cpu = property(lambda self: True)
Tensor.layout = property(lambda self: strided)
Tensor.name = property(lambda self: None)
for _name in _NEVER:
    setattr(Tensor, _name, property(lambda self: False))


@function("torch")
def is_inference(input):
    """Return whether the tensor was made in inference mode."""
    return input.is_inference()


@function("Tensor")
def is_pinned(self, device=None):
    """Return whether a GPU can reach the memory: no."""
    return False


@function("Tensor")
def pin_memory(self, device=None):
    """Fail: there is no GPU to pin memory for."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


@function("Tensor", takes="")
def dense_dim(self):
    """Return the number of dimensions that are dense: all."""
    return self.ndim


@function("Tensor", takes="")
def sparse_dim(self):
    """Return the number of dimensions that are sparse: none."""
    return 0


@function("Tensor")
def to_dense(self, dtype=None, *, masked_grad=None):
    """Return the tensor, which is dense."""
    return self if dtype is None else self.to(dtype)


@function("Tensor")
def is_shared(self):
    """Return whether other processes see the memory: no."""
    return False


@function("Tensor")
def __reversed__(self):
    """The tensor with its first dimension flipped."""
    return flip(self, (0,)) if self.ndim else self


@function("Tensor")
def apply_(self, callable):
    """Replace each element by what a Python function makes of it; PyTorch does not count this as a write."""
    return _assign("apply_", self, [callable(value) for value in np.ravel(self._data).tolist()])


@function("Tensor")
def map_(self, tensor, callable):
    """Replace each element by what a Python function makes of it and of the one at its place in `tensor`."""
    others = np.ravel(_expand(tensor, self._data.shape)._data).tolist()
    pairs = zip(np.ravel(self._data).tolist(), others, strict=True)
    return _assign("map_", self, [callable(a, b) for a, b in pairs])


def _assign(name: str, tensor: Tensor, values: list) -> Tensor:
    if tensor.requires_grad:
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    memory = tensor.array()
    about_to_write(memory)
    memory[...] = np.array(values).astype(memory.dtype).reshape(memory.shape)
    return tensor
