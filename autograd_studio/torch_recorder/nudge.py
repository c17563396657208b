"""Nudging: replacing one number of a program in the tensor that holds it, before anything uses it or the recorder sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
import torch

from autograd_engine.run.options import Nudge

from .values import quiet, unwrapped

Kind = Literal["creation", "operation", "write"]


class Nudged:
    """Counts the places at which a Nudge can replace a number, as they come, and replaces it at the one that is meant."""

    def __init__(self, nudge: Nudge | None) -> None:
        self._nudge = nudge
        self._counts: Counter[Kind] = Counter()

    def reached(self, kind: Kind, tensor: torch.Tensor) -> bool:
        """A number of a tensor can be replaced now; return whether it was."""
        is_meant = self._nudge is not None and getattr(self._nudge, kind) == self._counts[kind]
        self._counts[kind] += 1
        return is_meant and _replaced(tensor, self._nudge.index, self._nudge.value)

    def begins(self, number: int, seeds: Sequence[torch.Tensor | None], implicit: Sequence[bool]) -> None:
        """The pass with this number begins; replace a number of a seed that nobody gave."""
        if self._nudge is None or self._nudge.seed is None:
            return
        wanted, root = self._nudge.seed
        if wanted == number and root < len(seeds) and implicit[root]:
            _replaced(seeds[root], self._nudge.index, self._nudge.value)


def _replaced(tensor: torch.Tensor, index: int, value: float) -> bool:
    """Replace an element, in row-major order, and return whether it was: by `.data`, so that the version stays as it is."""
    with quiet(), torch.inference_mode(tensor.is_inference()):
        if tensor.is_meta or tensor.is_nested or tensor.layout is not torch.strided or unwrapped(tensor) is not tensor:
            return False
        data = tensor.data
        if data.is_complex() and not data.is_conj():
            data = torch.view_as_real(data)
        is_own = all(stride for stride, size in zip(data.stride(), data.shape, strict=True) if size > 1)
        if index >= data.numel() or not is_own:
            return False
        place = tuple(map(int, np.unravel_index(index, data.shape)))
        data[place] = torch.tensor(value, dtype=torch.float64, device="cpu")  # which casts as NumPy does
        return True
