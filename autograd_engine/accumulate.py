"""Leaves in the graph: AccumulateGrad, the node that adds what arrives to a leaf's `.grad`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from .graph import ACCUMULATE_SEQUENCE_NR, Node
from .observer import seam
from .views import refresh, written

if TYPE_CHECKING:
    from .tensor import Tensor


class AccumulateGrad(Node):
    """The node of a leaf: it adds its gradient to `variable.grad`."""

    __slots__ = ("variable", "_due")

    def __init__(self, variable: Tensor) -> None:
        self._seq = ACCUMULATE_SEQUENCE_NR
        self._next = ()
        self._nrs = self._saved = self._args = self._fit = self._buffer = self._extra = self._mark = self._note = self._due = None
        self.variable = variable
        if variable._hooks is not None:
            self._extras().tensor_hooks[0] = variable._hooks

    def name(self) -> str:
        """Return PyTorch's full name of this node."""
        return "torch::autograd::AccumulateGrad"

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        """Add the array `grad` to `variable.grad`: in place if there is one, else by taking or copying `grad`."""
        if grad is None:
            return ()
        variable = self.variable
        held = variable._grad
        if held is None:
            before = None
            variable._grad = variable._wrap(_own(grad, variable._data))
        elif held.requires_grad:
            # The earlier gradient has a graph of its own (create_graph), which an in-place sum would overwrite.
            before = held._data
            variable._grad = variable._wrap(before + grad)
        else:
            before = held._data
            add_in_place(held, grad)
        self._done(before, grad)
        return ()

    def _apply_recorded(self, grad: Any, edges: tuple) -> tuple:
        """Do the same with tensors, so that `.grad` can be differentiated itself."""
        if grad is None:
            return ()
        variable = self.variable
        held = variable._grad
        variable._grad = grad.clone() if held is None else held + grad
        self._done(None if held is None else held._data, grad._data)
        return ()

    def _done(self, before: Any, added: Any) -> None:
        variable = self.variable
        if seam.count:
            seam.told().accumulated(variable, before, added, variable._grad._data)
        hooks = variable._post_hooks
        if hooks:
            for hook in list(hooks.values()):
                hook(variable)
                if seam.count:
                    seam.told().hook("post_accumulate_grad", variable, hook, variable._grad, variable._grad)


def add_in_place(held: Tensor, grad: Any) -> None:
    """Add `grad` to the memory of `held`, one write."""
    data = held._data
    if type(data) is np.ndarray:
        if seam.count:
            seam.told().before_write(data)
        np.add(data, grad, out=data)
    else:
        held._data = data + grad
    written(held)


def _own(grad: Any, like: Any) -> Any:
    """Return `grad` itself if nobody else holds it and it lies in memory like `like`, else a copy that does.

    PyTorch's AccumulateGrad steals a gradient under the same conditions; everything else could be changed through
    another name later. Three references are the caller's argument, this parameter and getrefcount's own.
    """
    if type(grad) is not np.ndarray:
        return grad
    if sys.getrefcount(grad) <= STEALABLE and grad.strides == like.strides:
        return grad
    copy = np.empty_like(like, dtype=grad.dtype)
    copy[...] = grad
    return copy


STEALABLE = 6


def gradient_edge(tensor: Tensor) -> Node | None:
    """Return the node that takes this tensor's gradient: its grad_fn, a leaf's AccumulateGrad, or None."""
    if tensor._view is not None:
        refresh(tensor)
    node = tensor._node
    if node is not None:
        return node
    if not tensor._req:
        return None
    node = tensor._accumulator() if tensor._accumulator is not None else None
    if node is None:
        node = AccumulateGrad(tensor)
        # The graph keeps the leaf alive, never the leaf the graph: graphs die by reference counting.
        tensor._accumulator = ref(node)
    return node
