"""Edges: where a tensor's gradient goes, which for a view depends on what was written to its memory since."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import ref

from ..base.array_memory import geometry
from .accumulate import AccumulateGrad
from .node import Node
from .observer import seam
from .views import DEFAULT, refuse_write

if TYPE_CHECKING:
    from .tensor import Tensor


_view_node: Callable[..., Node]


def views_are(make: Callable[..., Node]) -> None:
    """Let `make(base, size, stride, offset)` return the node of a view on `base`: the operator as_strided has it."""
    global _view_node
    _view_node = make


def refresh(tensor: Tensor) -> None:
    """Give a view the grad_fn that fits its memory: after a write elsewhere, an AsStridedBackward0 on its base."""
    view = tensor._view
    base = view.base
    if tensor._node is None and not base.requires_grad:
        return
    version = tensor._cell[0]
    if int(view.version) == int(version):  # which a detachment does not change
        return
    if view.creation is not DEFAULT:
        refuse_write(tensor, indirect=True)
    old, old_nr = tensor._node, tensor._nr
    node = _view_node(base, *geometry(tensor._data))
    tensor._node, tensor._nr = node, 0
    if tensor._retains:
        node._extras().retains[0] = old._extras().retains.pop(old_nr)
    view.version = version
    if seam.count:
        seam.observer().regrown(tensor)


def gradient_edge(tensor: Tensor) -> Node | None:
    """Return the node that takes this tensor's gradient: its grad_fn, a leaf's AccumulateGrad, or None."""
    if tensor._view is not None:
        refresh(tensor)
    node = tensor._node
    if node is not None:
        return node
    if tensor._req is not True:
        return None
    node = tensor._accumulator() if tensor._accumulator is not None else None
    if node is None:
        node = AccumulateGrad(tensor)
        # The graph keeps the leaf alive, never the leaf the graph: graphs die by reference counting.
        tensor._accumulator = ref(node)
    return node
