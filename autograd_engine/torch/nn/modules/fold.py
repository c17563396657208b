"""Sliding windows taken out as columns."""

from __future__ import annotations

from typing import Any

from ._configured import Configured, applies

__all__ = ["Unfold"]


@applies("unfold")
class Unfold(Configured):
    """Take each window out as a column."""

    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1
