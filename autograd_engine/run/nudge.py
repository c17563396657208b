"""Nudging: running a program with one number of it replaced, a leaf's, an input's or a seed's."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from ..graph.observer import Observer, seam
from ..graph.tensor import Tensor
from .options import Nudge


class Nudged(Observer):
    """Replaces the number as soon as there is one; to be told before the recorder, which then sees what it becomes."""

    def __init__(self, nudge: Nudge) -> None:
        self.nudge = nudge
        self._creations = self._operations = self._writes = self._passes = 0
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

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """Count an operation, and replace an element of its first result if it is the one."""
        if self._operations == self.nudge.operation and outputs and isinstance(outputs[0], Tensor):
            self._replace(outputs[0].array())
        self._operations += 1

    def wrote(self, op: Any, inputs: tuple, tensor: Tensor) -> None:
        """Count a write to a leaf, and replace an element of what it left if it is the one."""
        if tensor._req is not True or tensor._node is not None:
            return
        if self._writes == self.nudge.write:
            self._replace(tensor.array())
        self._writes += 1

    def updated(self, name: str, inputs: dict[str, Any], tensor: Tensor) -> None:
        """Count a step of an optimizer as the write that it is in a Trace."""
        self.wrote(None, (), tensor)

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
            seam.observer().before_write(array)  # else it is taken for a write by NumPy, where that has the memory too
            array.flat[self.nudge.index] = self.nudge.value
