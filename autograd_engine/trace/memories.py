"""Memories: which tensors, and gradients that wait, lie in one memory, and where in it."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base.array_memory import geometry, storage
from .schema import Step, Tensor

Holder = Tensor | Step


@dataclass
class _Memory:
    """`waiting` are those who held it when nobody else did; `number` is none as long as that is so."""

    is_there: Callable[[], Any]
    waiting: list[tuple[Holder, list[int] | None]] = field(default_factory=list)
    number: int | None = None


class Memories:
    """Numbers the memories that several hold: states of different tensors, and steps that bring a gradient."""

    def __init__(self) -> None:
        self._known: dict[Hashable, _Memory] = {}
        self._count = 0

    def hold(self, key: Hashable, is_there: Callable[[], Any], holder: Holder, place: list[int] | None) -> None:
        """Note that a tensor or a gradient lies in a memory, which may be another of the same `key` once it `is_there` no more.

        `place` is which part of it in which order: the length of the memory, the offset and the strides, in elements.
        """
        memory = self._known.get(key)
        if memory is None or not memory.is_there():
            memory = self._known[key] = _Memory(is_there)
        memory.waiting.append((holder, place))
        if memory.number is None and not _are_two(holder, memory.waiting[0][0]):
            return
        if memory.number is None:
            memory.number, self._count = self._count, self._count + 1
        for one, where in memory.waiting:
            one.memory, one.place = memory.number, where
        memory.waiting.clear()

    def __len__(self) -> int:
        return len(self._known)

    def forget_freed(self) -> set[Hashable]:
        """Let go of what is there no more, and return the keys of the rest."""
        self._known = {key: memory for key, memory in self._known.items() if memory.is_there()}
        return set(self._known)

    def hold_array(self, array: Any, holder: Holder) -> None:
        """Note that a tensor or a gradient lies where an array does."""
        if not isinstance(array, np.ndarray) or not array.size:
            return
        owner = storage(array)
        is_whole = array.flags.c_contiguous and array.nbytes == owner.nbytes
        self.hold(id(owner), _living(owner), holder, None if is_whole else _place(array, owner))


def _are_two(one: Holder, other: Holder) -> bool:
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return one.identity != other.identity
    return one is not other


def _living(owner: np.ndarray) -> Callable[[], bool]:
    reference = weakref.ref(owner)
    return lambda: reference() is not None


def _place(array: np.ndarray, owner: np.ndarray) -> list[int]:
    _, strides, offset = geometry(array)
    return [owner.nbytes // array.itemsize, offset, *strides]
