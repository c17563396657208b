"""The chi-squared distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...tensor import Tensor
from . import constraints
from .gamma import Gamma
from .utils import Number

__all__ = ["Chi2"]


class Chi2(Gamma):
    """Sums of `df` squared standard normal numbers."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df: Tensor | Number, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Chi2:
        return super().expand(batch_shape, self._get_checked_instance(Chi2, _instance))

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return self.concentration * 2
