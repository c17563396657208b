"""The half-Cauchy distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import torch
from ...tensor import Tensor
from .cauchy import Cauchy
from .half import Half
from .utils import Number

__all__ = ["HalfCauchy"]


class HalfCauchy(Half):
    """Absolute values of Cauchy-distributed numbers around 0 with the scale `scale`."""

    def __init__(self, scale: Tensor | Number, validate_args: bool | None = None) -> None:
        super().__init__(Cauchy(0, scale, validate_args=False), validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> HalfCauchy:
        return super().expand(batch_shape, _instance=self._get_checked_instance(HalfCauchy, _instance))

    @property
    def mean(self) -> Tensor:
        return torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance

    def _log_prob(self, value: Tensor) -> Tensor:
        return super()._log_prob(torch.as_tensor(value, dtype=self.scale.dtype))
