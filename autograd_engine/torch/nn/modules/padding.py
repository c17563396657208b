"""Padding: values put around the last dimensions of the input."""

from __future__ import annotations

from typing import Any

from ....graph.tensor import Tensor
from ..._home import own
from .. import functional as F
from ._configured import by_dimensions
from .module import Module
from .utils import each

__all__ = [
    "ConstantPad1d", "ConstantPad2d", "ConstantPad3d", "ReflectionPad1d",
    "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d",
    "ZeroPad3d",
]  # fmt: skip


class _PadNd(Module):
    """Padding of `_dims` dimensions, one number on all sides or two numbers for each dimension, the last first."""

    _dims: int
    _mode: str

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = each(padding, 2 * self._dims)

    def forward(self, input: Tensor) -> Tensor:
        """Pad the last dimensions."""
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self) -> str:
        """Return the padding."""
        return f"{self.padding}"


class _ConstantPadNd(_PadNd):
    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """Pad the last dimensions."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """Return the padding and its value."""
        return f"padding={self.padding}, value={self.value}"


class _ZeroPadNd(_ConstantPadNd):
    extra_repr = _PadNd.extra_repr

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)


@own("forward")
class _ReflectionPadNd(_PadNd):
    _mode = "reflect"


@own("forward")
class _ReplicationPadNd(_PadNd):
    _mode = "replicate"


def _of(name: str, base: type, how: str) -> list[type]:
    return by_dimensions(name, base, f"Pad {{}} with {how}.", methods=("__init__",))


ConstantPad1d, ConstantPad2d, ConstantPad3d = _of("ConstantPad", _ConstantPadNd, "one value")
ZeroPad1d, ZeroPad2d, ZeroPad3d = _of("ZeroPad", _ZeroPadNd, "zeros")
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = _of(
    "ReflectionPad", _ReflectionPadNd, "itself mirrored at its border"
)
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = _of(
    "ReplicationPad", _ReplicationPadNd, "the values at its border"
)
