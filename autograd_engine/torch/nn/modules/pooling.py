"""Pooling: each window of the input reduced to one number."""

from __future__ import annotations

from typing import Any

from ._configured import Configured, applies, by_dimensions
from .utils import each

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d",
    "MaxPool1d", "MaxPool2d", "MaxPool3d",
]  # fmt: skip


class _Windows(Configured):
    """A function of windows that lie side by side unless `stride` says otherwise."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size

    def extra_repr(self) -> str:
        """Return the window."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


# ---- the largest


@applies("max_pool")
class _MaxPoolNd(_Windows):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    dilation: Any = 1
    return_indices: bool = False
    ceil_mode: bool = False

    def extra_repr(self) -> str:
        """Return the window."""
        return f"{super().extra_repr()}, dilation={self.dilation}, ceil_mode={self.ceil_mode}"


MaxPool1d, MaxPool2d, MaxPool3d = by_dimensions("MaxPool", _MaxPoolNd, "The largest number of each window of {}.")


# ---- the mean


@applies("avg_pool1d")
class AvgPool1d(_Windows):
    """The mean of each window of a sequence."""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = False
    count_include_pad: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kernel_size", "stride", "padding"):
            setattr(self, name, each(getattr(self, name), 1))


@applies("avg_pool")
class _AvgPoolNd(_Windows):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None


AvgPool2d, AvgPool3d = by_dimensions(
    "AvgPool", _AvgPoolNd, "The mean of each window of {}.", (2, 3), ("__init__", "forward")
)


# ---- into windows that give the wanted size


@applies("adaptive_avg_pool")
class _AdaptiveAvgPoolNd(Configured):
    output_size: Any


AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d = by_dimensions(
    "AdaptiveAvgPool", _AdaptiveAvgPoolNd, "The means of as many windows as wanted, of {}."
)
