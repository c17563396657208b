"""Sliding windows taken out as columns, and columns put back and summed."""

from __future__ import annotations

from typing import Any

from ._configured import Configured, applies

__all__ = ["Fold", "Unfold"]


@applies("fold")
class Fold(Configured):
    """Put columns back to the windows they were taken from, and sum what overlaps."""

    output_size: Any
    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1


@applies("unfold")
class Unfold(Configured):
    """Take each window out as a column."""

    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1
