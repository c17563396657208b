"""Sliding windows taken out as columns, and columns put back and summed."""

from __future__ import annotations

from typing import Any

from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import Configured, configured

__all__ = ["Fold", "Unfold"]


@configured
class Fold(Configured):
    """Put columns back to the windows they were taken from, and sum what overlaps."""

    output_size: Any
    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1

    def forward(self, input: Tensor) -> Tensor:
        """Map (N, C * kernel, windows) to (N, C, *output_size)."""
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)


@configured
class Unfold(Configured):
    """Take each window out as a column."""

    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1

    def forward(self, input: Tensor) -> Tensor:
        """Map (N, C, *size) to (N, C * kernel, windows)."""
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
