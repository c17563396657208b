"""The half-normal distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...graph.tensor import Tensor
from .half import Half
from .normal import Normal
from .utils import Number

__all__ = ["HalfNormal"]


class HalfNormal(Half):
    """Absolute values of normal numbers of mean 0 and standard deviation `scale`."""

    def __init__(self, scale: Tensor | Number, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0, scale, validate_args=False), validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> HalfNormal:
        return super().expand(batch_shape, _instance=self._get_checked_instance(HalfNormal, _instance))

    @property
    def mean(self) -> Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Tensor:
        return self.scale.pow(2) * (1 - 2 / math.pi)
