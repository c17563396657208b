"""Nodes that stand in for a derivative: one that only raises an error, and one whose gradient is undefined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..graph.edges import gradient_edge
from ..graph.grad_mode import grad_enabled
from ..graph.node import Node, next_sequence_nr
from ..graph.tensor import Tensor, wrap


class _Placeholder(Node):
    """A node that is made from its inputs' edges and says itself what its gradients are."""

    __slots__ = ("_width",)

    def __init__(self, inputs: tuple) -> None:
        self._seq = next_sequence_nr()
        self._next = tuple(None if t is None else gradient_edge(t) for t in inputs)
        nrs = tuple(0 if t is None else t._nr for t in inputs)
        self._nrs = nrs if any(nrs) else None
        self._saved = self._args = self._fit = self._buffer = self._extra = self._mark = self._note = None
        self._width = len(inputs)

    @property
    def _multi(self) -> bool:
        return self._width > 1

    def name(self) -> str:
        """Return PyTorch's full name of this node."""
        return f"torch::autograd::{type(self).__name__}"

    def _apply_recorded(self, grad: Any, edges: tuple) -> tuple:
        return self._apply(grad, edges)


class Error(_Placeholder):
    """The backward of what cannot be differentiated: it raises its message."""

    __slots__ = ("_message",)

    def __init__(self, inputs: tuple, message: str) -> None:
        super().__init__(inputs)
        self._message = message

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        raise RuntimeError(self._message)


class UndefinedGradBackward(_Placeholder):
    """A backward whose gradient is none, though one arrives."""

    __slots__ = ()

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        return (None,) * len(self._next)


def with_error(tensors: tuple, message: str) -> Any:
    """Return the tensors (None for None), one alone as it is, with a backward that raises `message`."""
    return _passed_on(tensors, lambda: Error(tensors, message))


def without_gradient(tensor: Tensor) -> Tensor:
    """Return a tensor on the same memory with a backward that gives no gradient."""
    return _passed_on((tensor,), lambda: UndefinedGradBackward((tensor,)))


def _passed_on(inputs: tuple, make_node: Callable[[], Node]) -> Any:
    outs = tuple(None if t is None else wrap(t.array()) for t in inputs)
    if grad_enabled() and any(t is not None and t.requires_grad for t in inputs):
        node = make_node()
        for nr, out in enumerate(outs):
            if out is not None:
                out._node, out._nr, out._req = node, nr, True
    return outs[0] if len(outs) == 1 else outs
