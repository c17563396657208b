"""Where a tensor lives and how: questions that have one answer here, since all are dense and on the CPU."""

from __future__ import annotations

import itertools
from typing import NoReturn

import numpy as np

from .. import layouts
from ..inplace import about_to_write
from ..layouts import memory_format, strided
from ..op import function
from ..tensor import Tensor
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


def _sparse_only(name: str, layout: str) -> None:
    @function("Tensor", name=name, takes="")
    def only_of_sparse(self) -> NoReturn:
        """Fail: no tensor is sparse."""
        raise RuntimeError(f"{name} expected sparse {layout}layout but got Strided")


for _name, _layout in (
    ("values", "tensor "), ("indices", "coordinate tensor "), ("coalesce", "coordinate tensor "),
    ("is_coalesced", "coordinate tensor "), ("crow_indices", "row compressed tensor "),
    ("col_indices", "row compressed tensor "), ("ccol_indices", "column compressed tensor "),
    ("row_indices", "column compressed tensor "),
):  # fmt: skip
    _sparse_only(_name, _layout)


@function("Tensor")
def dim_order(self, *, ambiguity_check=False):
    """Return the dimensions in the order in which they lie in memory, the outermost first."""
    formats = ambiguity_check if isinstance(ambiguity_check, list) else []
    if not isinstance(ambiguity_check, bool | list) or not all(isinstance(f, memory_format) for f in formats):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    strides = self.stride()
    several = 1 in self.shape or any(a == b for a, b in itertools.pairwise(strides))
    if ambiguity_check is not False and several and sum(self.is_contiguous(memory_format=f) for f in formats) != 1:
        raise RuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats."
        )
    return layouts.dim_order(self._data)


@function("Tensor")
def is_shared(self):
    """Return whether other processes see the memory: no."""
    return False


@function("torch", "Tensor")
def is_distributed(input):
    """Return whether the tensor is spread over several processes: no."""
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
