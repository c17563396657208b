"""Where a tensor lives and how: questions that have one answer here, since all are dense and on the CPU."""

from __future__ import annotations

from ..base.layouts import strided
from ..graph.tensor import Tensor
from ..op.namespaces import function
from .arrange import flip

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


@function("Tensor")
def is_shared(self):
    """Return whether other processes see the memory: no."""
    return False


@function("Tensor")
def __reversed__(self):
    """The tensor with its first dimension flipped."""
    return flip(self, (0,)) if self.ndim else self
