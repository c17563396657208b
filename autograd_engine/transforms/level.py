"""Levels of differentiation: what `torch.func.grad` records of its function belongs to it alone.

PyTorch wraps the arguments of the function, and every operation on a wrapped tensor is recorded twice: for the transform
that wrapped it, and for whoever called the transform. Here it is recorded once. When a transform hands out a tensor,
`Level.below` copies the part of the graph that was made at its level, with the original arguments in the place of its leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from ..accumulate import gradient_edge
from ..grad_mode import enable_grad, grad_enabled
from ..graph import ACCUMULATE_SEQUENCE_NR, Node, next_sequence_nr
from ..tensor import LEVELS, Tensor, make
from ..views import shared_version

_NOWHERE = None, 0


class Level:
    """The graph of one transform: the nodes since `start`, over leaves that stand for tensors of the caller.

    `recording` says whether the caller records at all. A dead end has None for its copy.
    """

    def __init__(self) -> None:
        self.start = next_sequence_nr()
        self.recording = grad_enabled()
        self._sources: dict[Node, tuple[Tensor, Tensor | None]] = {}
        self._copies: dict[Node, Node | None] = {}

    def leaf(self, tensor: Tensor) -> Tensor:
        """Return a leaf to differentiate by, in the place of `tensor`."""
        return self.stands_for(tensor.detach().requires_grad_(), tensor)

    def stands_for(self, leaf: Tensor, source: Tensor | None) -> Tensor:
        """Note that a leaf stands for a tensor of the caller, or for none, and return it."""
        self._sources[gradient_edge(leaf)] = leaf, source
        return leaf

    def tracks(self, tensor: Tensor) -> bool:
        """Whether the tensor has a history at this level."""
        edge = gradient_edge(tensor)
        return edge in self._sources or edge is not None and self._is_own(edge)

    def below(self, value: Any) -> Any:
        """Return a tensor as the caller may have it: with the history that it has without this level."""
        if not isinstance(value, Tensor) or (edge := gradient_edge(value)) is None:
            return value
        if edge in self._sources:
            source = self._sources[edge][1]
            return value.detach() if source is None else source
        self._copy_from(edge)
        node, nr = self._edge_below(edge, value._nr) if self.recording else _NOWHERE
        if node is edge:
            return value
        tensor = make(Tensor, value._data)
        tensor._cell = shared_version(value)
        tensor._node, tensor._nr, tensor._req = node, nr, node is not None
        return tensor

    def _is_own(self, node: Node) -> bool:
        return self.start <= node._seq < ACCUMULATE_SEQUENCE_NR

    def _copy_from(self, root: Node) -> None:
        """Copy what is under `root` and was made at this level, what was made first first."""
        found = {root: None} if self._is_own(root) and root not in self._copies else {}
        waiting = list(found)
        for node in waiting:
            for child in node._next:
                if child is not None and self._is_own(child) and child not in found and child not in self._copies:
                    found[child] = None
                    waiting.append(child)
        for node in sorted(found, key=lambda node: node._seq):
            self._copies[node] = self._copy(node)

    def _copy(self, node: Node) -> Node | None:
        edges = [self._edge_below(child, nr) for child, (_, nr) in zip(node._next, node.next_functions, strict=True)]
        if all(child is None for child, _ in edges):
            return None
        if all(new is child for (new, _), child in zip(edges, node._next, strict=True)):
            return node
        other = copy(node)
        other._buffer = other._extra = other._mark = other._note = None
        other._next = tuple(child for child, _ in edges)
        other._nrs = tuple(nr for _, nr in edges)
        other._saved = self._saved_below(node._saved)
        return other

    def _edge_below(self, child: Node | None, nr: int) -> tuple[Node | None, int]:
        if child in self._sources:
            source = self._sources[child][1]
            node = None if source is None else gradient_edge(source)
            return _NOWHERE if node is None else (node, source._nr)
        node = self._copies.get(child, child)
        return _NOWHERE if node is None else (node, nr)

    def _saved_below(self, saved: Any) -> Any:
        if isinstance(saved, tuple | list):
            return type(saved)(self._saved_below(value) for value in saved)
        return self.below(saved)


@contextmanager
def new_level() -> Iterator[Level]:
    """Open a level inside the block, in which gradients are recorded whatever the caller's mode."""
    level = Level()
    token = LEVELS.set((*LEVELS.get(), level))
    try:
        with enable_grad():
            yield level
    finally:
        LEVELS.reset(token)
