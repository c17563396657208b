"""Nudging: running a program with one number of it replaced, a leaf's, an input's or a seed's."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..graph.observer import Observer
from ..graph.tensor import Tensor


@dataclass(frozen=True)
class Nudge:
    """One number to replace by `value`.

    `creation` is the number of a "create" step among those of a Trace: the element `index`, in row-major order, of the
    tensor that it made. Or `seed` is the number of a pass and of a root of it, whose seed nobody gave.
    """

    value: float
    index: int = 0
    creation: int | None = None
    seed: tuple[int, int] | None = None


class Nudged(Observer):
    """Replaces the number as soon as there is one; to be told before the recorder, which then sees what it becomes.

    `is_done` tells whether it was there to be replaced.
    """

    def __init__(self, nudge: Nudge) -> None:
        self.nudge = nudge
        self.is_done = False
        self._creations = self._passes = 0
        self._known: dict[int, weakref.ref[Tensor]] = {}  # an outer creation function tells of the tensor once more

    def created(self, name: str, tensor: Tensor) -> None:
        """Count a new leaf, and replace its element if it is the one."""
        known = self._known.get(id(tensor))
        if known is not None and known() is tensor:
            return
        self._known[id(tensor)] = weakref.ref(tensor)
        if self._creations == self.nudge.creation:
            self._replace(tensor.array())
        self._creations += 1

    def backward_begins(self, run: Any) -> None:
        """Count a pass, and replace its seed if it is the one."""
        number, root = self.nudge.seed or (None, 0)
        if self._passes == number and root < len(run.seeds) and run.implicit[root]:
            seed = run.seeds[root]
            data = np.array(seed._data if isinstance(seed, Tensor) else seed)
            self._replace(data)
            run.seeds[root] = seed._wrap(data) if isinstance(seed, Tensor) else data
        self._passes += 1

    def _replace(self, array: np.ndarray) -> None:
        if self.nudge.index < array.size and array.flags.writeable:
            array.flat[self.nudge.index] = self.nudge.value
            self.is_done = True
