"""The journal: what memory held before it was overwritten, for the entries of the log that refer to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.array_memory import address, storage


class Journal:
    """Copies of memory from just before it was overwritten, with the positions in the log at which that
    happened."""

    def __init__(self) -> None:
        self._copies: dict[int, tuple[np.ndarray, list[tuple[int, np.ndarray]]]] = {}

    def keep(self, array: np.ndarray, position: int, copy: np.ndarray | None = None) -> np.ndarray:
        """Copy the memory of `array`, if it is not a `copy` already, and return the copy."""
        owner = storage(array)
        _, copies = self._copies.setdefault(id(owner), (owner, []))
        copy = owner.copy(order="K") if copy is None else copy
        copies.append((position, copy))
        return copy

    def at(self, array: Any, position: int) -> Any:
        """Return what `array` held when the entry at `position` was made."""
        if not self._copies or type(array) is not np.ndarray or not array.size:
            return array
        owner = storage(array)
        for written_at, copy in self._copies.get(id(owner), (None, ()))[1]:
            if written_at > position:
                offset = address(array) - address(owner)
                return np.ndarray(array.shape, array.dtype, copy.ravel(order="K"), offset, array.strides)
        return array

    def forget(self, position: int) -> None:
        """Drop what only entries before `position` need."""
        for key, (owner, copies) in list(self._copies.items()):
            kept = [copy for copy in copies if copy[0] > position]
            if kept:
                self._copies[key] = owner, kept
            else:
                del self._copies[key]

    def clear(self) -> None:
        """Drop everything."""
        self._copies.clear()
