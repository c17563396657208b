"""Pooling: each window of the input reduced to one number."""

from __future__ import annotations

from typing import Any

from ....graph.tensor import Tensor
from ..._home import own
from .. import functional as F
from ._configured import Configured, configured
from .module import Module
from .utils import each

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d",
    "LPPool1d", "LPPool2d", "LPPool3d", "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d",
]  # fmt: skip


# ---- the largest


@configured
class _MaxPoolNd(Configured):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    dilation: Any = 1
    return_indices: bool = False
    ceil_mode: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size

    def forward(self, input: Tensor) -> Any:
        """Return the largest number of each window, and its index if `return_indices`."""
        pool = (F.max_pool1d, F.max_pool2d, F.max_pool3d)[self._dims - 1]
        return pool(
            input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )  # fmt: skip

    def extra_repr(self) -> str:
        """Return the window."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, dilation={self.dilation}, "
            f"ceil_mode={self.ceil_mode}"
        )


@own("forward")
class MaxPool1d(_MaxPoolNd):
    """The largest number of each window of a sequence."""

    _dims = 1


@own("forward")
class MaxPool2d(_MaxPoolNd):
    """The largest number of each window of an image."""

    _dims = 2


@own("forward")
class MaxPool3d(_MaxPoolNd):
    """The largest number of each window of a volume."""

    _dims = 3


@configured
class _MaxUnpoolNd(Configured):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.stride = each(self.kernel_size if self.stride is None else self.stride, self._dims)
        self.kernel_size = each(self.kernel_size, self._dims)
        self.padding = each(self.padding, self._dims)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        """Put the numbers back to where `indices` says they came from."""
        unpool = (F.max_unpool1d, F.max_unpool2d, F.max_unpool3d)[self._dims - 1]
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)


@own("__init__", "forward")
class MaxUnpool1d(_MaxUnpoolNd):
    """Undo MaxPool1d, with zeros for what was lost."""

    _dims = 1


@own("__init__", "forward")
class MaxUnpool2d(_MaxUnpoolNd):
    """Undo MaxPool2d, with zeros for what was lost."""

    _dims = 2


@own("__init__", "forward")
class MaxUnpool3d(_MaxUnpoolNd):
    """Undo MaxPool3d, with zeros for what was lost."""

    _dims = 3


# ---- the mean


@configured
class AvgPool1d(Configured):
    """The mean of each window of a sequence."""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = False
    count_include_pad: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.stride = each(self.kernel_size if self.stride is None else self.stride, 1)
        self.kernel_size = each(self.kernel_size, 1)
        self.padding = each(self.padding, 1)

    def forward(self, input: Tensor) -> Tensor:
        """Take (N, C, L) or (C, L)."""
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self) -> str:
        """Return the window."""
        return _window(self)


@configured
class _AvgPoolNd(Configured):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size

    def forward(self, input: Tensor) -> Tensor:
        """Return the mean of each window."""
        pool = (F.avg_pool2d, F.avg_pool3d)[self._dims - 2]
        return pool(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        """Return the window."""
        return _window(self)


@own("__init__", "forward")
class AvgPool2d(_AvgPoolNd):
    """The mean of each window of an image."""

    _dims = 2


@own("__init__", "forward")
class AvgPool3d(_AvgPoolNd):
    """The mean of each window of a volume."""

    _dims = 3


def _window(module: Module) -> str:
    return f"kernel_size={module.kernel_size}, stride={module.stride}, padding={module.padding}"


# ---- the power mean


@configured
class _LPPoolNd(Configured):
    norm_type: float
    kernel_size: Any
    stride: Any = None
    ceil_mode: bool = False

    def forward(self, input: Tensor) -> Tensor:
        """Return the p-norm of each window."""
        pool = (F.lp_pool1d, F.lp_pool2d, F.lp_pool3d)[self._dims - 1]
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


@own("forward")
class LPPool1d(_LPPoolNd):
    """The p-norm of each window of a sequence."""

    _dims = 1


@own("forward")
class LPPool2d(_LPPoolNd):
    """The p-norm of each window of an image."""

    _dims = 2


@own("forward")
class LPPool3d(_LPPoolNd):
    """The p-norm of each window of a volume."""

    _dims = 3


# ---- into windows that give the wanted size


@configured
class _AdaptiveMaxPoolNd(Configured):
    output_size: Any
    return_indices: bool = False

    def forward(self, input: Tensor) -> Any:
        """Return `output_size` largest numbers, and their indices if `return_indices`."""
        pool = (F.adaptive_max_pool1d, F.adaptive_max_pool2d, F.adaptive_max_pool3d)[self._dims - 1]
        return pool(input, self.output_size, self.return_indices)

    def extra_repr(self) -> str:
        """Return the size."""
        return f"output_size={self.output_size}"


@own("forward")
class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The largest numbers of as many windows as wanted, of a sequence."""

    _dims = 1


@own("forward")
class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The largest numbers of as many windows as wanted, of an image."""

    _dims = 2


@own("forward")
class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The largest numbers of as many windows as wanted, of a volume."""

    _dims = 3


@configured
class _AdaptiveAvgPoolNd(Configured):
    output_size: Any

    def forward(self, input: Tensor) -> Tensor:
        """Return `output_size` means."""
        pool = (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d)[self._dims - 1]
        return pool(input, self.output_size)


@own("forward")
class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The means of as many windows as wanted, of a sequence."""

    _dims = 1


@own("forward")
class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The means of as many windows as wanted, of an image."""

    _dims = 2


@own("forward")
class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The means of as many windows as wanted, of a volume."""

    _dims = 3
