"""Leaves in the graph: AccumulateGrad, the node that adds what arrives to a leaf's `.grad`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import errors
from ..base.layouts import contiguous_format, is_dense
from ..base.overlap import refuse_overlap
from ..base.warn import first_time, warn_caller
from .grad_mode import grad_enabled
from .node import ACCUMULATE_SEQUENCE_NR, Node
from .observer import seam
from .views import written

if TYPE_CHECKING:
    from .tensor import Tensor


class AccumulateGrad(Node):
    """The node of a leaf: it adds its gradient to `variable.grad`."""

    __module__ = "builtins"
    __slots__ = ("variable", "_due")

    def __init__(self, variable: Tensor) -> None:
        self._seq = ACCUMULATE_SEQUENCE_NR
        self._next = ()
        self._nrs = self._saved = self._args = self._fit = self._buffer = self._extra = self._mark = self._note = (
            self._due
        ) = None
        self.variable = variable
        if variable._hooks is not None:
            self._extras().tensor_hooks[0] = variable._hooks

    def _known_outputs(self) -> dict[int, tuple]:
        return {0: (self.variable._data.shape, self.variable._data.dtype)}

    def name(self) -> str:
        """Return PyTorch's full name of this node."""
        return "torch::autograd::AccumulateGrad"

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        """Add the array `grad` to `variable.grad`: in place if there is one, else by taking or copying `grad`."""
        variable = self.variable
        if grad is None:
            return ()
        if not variable.requires_grad:
            return self._refuse(grad)
        held = variable._grad
        if held is None:
            before = None
            variable._grad = _own(grad, variable)
        else:
            before = held._data
            add_in_place(held, grad)
            _expect_its_layout(before, variable._data, 252)
        self._done(before, grad)
        return ()

    def _apply_recorded(self, grad: Any, edges: tuple) -> tuple:
        """Do the same with tensors, so that `.grad` can be differentiated itself."""
        variable = self.variable
        if grad is None:
            return ()
        if not grad_enabled():  # the gradient is one on tensors for its tangent, which `.grad` does not take
            return self._apply(grad._data, edges)
        if not variable.requires_grad:
            return self._refuse(grad._data)
        held = variable._grad
        if held is None:
            if is_dense(variable._data):
                variable._grad = variable._wrap(np.empty_like(variable._data, dtype=grad._data.dtype)).copy_(grad)
            else:
                variable._grad = grad.clone(memory_format=contiguous_format)
        else:
            variable._grad = held + grad
            _expect_its_layout(variable._grad._data, variable._data, 282)
        self._done(None if held is None else held._data, grad._data)
        return ()

    def _refuse(self, grad: Any) -> tuple:
        if seam.count:
            seam.observer().refused(self.variable, grad)
        return ()

    def _done(self, before: Any, added: Any) -> None:
        variable = self.variable
        if seam.count:
            seam.observer().accumulated(variable, before, added, variable._grad._data)
        hooks = variable._post_hooks
        if hooks:
            for hook in list(hooks.values()):
                returned = hook(variable)
                if returned is not None and returned is not variable:
                    raise errors.wrong_return(hook, variable, returned)
                if seam.count:
                    seam.observer().hook("post_accumulate_grad", variable, hook, variable._grad, variable._grad)


def add_in_place(held: Tensor, grad: Any) -> None:
    """Add `grad` to the memory of `held`, one write."""
    data = held._data
    if type(data) is np.ndarray:
        if 0 in data.strides:
            refuse_overlap(data, [])
        if seam.count:
            seam.observer().before_write(data)
        try:
            np.add(data, grad, out=data)
        except ValueError:
            raise errors.broadcast((data, grad)) from None
    else:
        held._data = data + grad
    written(held)


def _own(grad: Any, variable: Tensor) -> Tensor:
    """Return a tensor of `grad` itself if nobody else holds it and it lies in memory like the variable, else of a copy.

    PyTorch's AccumulateGrad takes a gradient under the same conditions: two names of one memory are visible to programs,
    and so is the one write that the copy is.
    """
    like = variable._data
    if type(grad) is not np.ndarray:
        return variable._wrap(grad)
    others = sys.getrefcount(grad) - _UNSHARED
    if others and seam.count:
        others -= seam.observer().references(grad, others)
    if others <= 0 and _lies_like(grad, like):
        return variable._wrap(grad)
    copy = np.empty_like(like, dtype=grad.dtype) if is_dense(like) else np.empty(like.shape, grad.dtype)
    copy[...] = grad
    own = variable._wrap(copy)
    written(own)
    return own


def _lies_like(grad: np.ndarray, like: np.ndarray) -> bool:
    """Tell whether a gradient lies in memory as its variable does, or in rows where that has gaps or shares memory."""
    if grad.strides == like.strides:
        return True
    if not is_dense(like):
        return grad.flags.c_contiguous
    size, its_size = grad.itemsize, like.itemsize
    steps = zip(grad.strides, like.strides, grad.shape, strict=True)
    return all(n == 1 or step // size == its_step // its_size for step, its_step, n in steps)


def _expect_its_layout(grad: Any, like: Any, line: int) -> None:
    """Warn, once for each line of PyTorch's that does, of a gradient that lies in memory otherwise than its variable."""
    if type(grad) is not np.ndarray or _lies_like(grad, like):
        return
    if first_time(f"gradient layout contract, {line}"):
        sides = (
            f"{name}.sizes() = {list(array.shape)}, strides() = {[step // array.itemsize for step in array.strides]}"
            for name, array in (("grad", grad), ("param", like))
        )
        warn_caller(
            "grad and param do not obey the gradient layout contract. This is not an error, but may impair performance.\n"
            + "\n".join(sides)
            + f" (Triggered internally at /__w/pytorch/pytorch/torch/csrc/autograd/functions/accumulate_grad.h:{line}.)"
        )


# What refers to a gradient that nobody shares: the backward pass, `_apply`, `_own`, and getrefcount itself. Since Python 3.14 a
# function only borrows what its caller holds.
_UNSHARED = 1 if sys.version_info >= (3, 14) else 4
