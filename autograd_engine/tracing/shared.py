"""Shared memory: what NumPy arrays of the program have in common with tensors, which NumPy changes without a word."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..base.array_memory import storage

_MOST = 16  # arrays that are looked at, those that came last
_LARGEST = 1 << 14  # bytes


class Shared:
    """Arrays that the program has too, and what their memory held when it was last looked at."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[np.ndarray, np.ndarray | None]] = {}

    def add(self, array: np.ndarray) -> None:
        """Look at the memory of an array from now on, if it is small."""
        owner = storage(array)
        if owner.nbytes <= _LARGEST and id(owner) not in self._known:
            self._known[id(owner)] = array, owner.copy(order="K")
            if len(self._known) > _MOST:
                del self._known[next(iter(self._known))]

    def written(self, array: np.ndarray) -> None:
        """The engine itself is about to write to the memory of an array."""
        owner = storage(array)
        if id(owner) in self._known:
            self._known[id(owner)] = self._known[id(owner)][0], None

    def changed(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the arrays whose memory has been written to by others, and a copy of what it held."""
        for key, (array, copy) in self._known.items():
            owner = storage(array)
            if copy is None or owner.tobytes() != copy.tobytes():
                self._known[key] = array, owner.copy(order="K")
                if copy is not None:
                    yield array, copy
