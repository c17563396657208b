"""Normalisations within a sample: over its last dimensions, over groups of channels."""

from __future__ import annotations

import numbers
from typing import Any

from ....graph.tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import allocated
from .module import Module

__all__ = ["GroupNorm", "LayerNorm", "RMSNorm"]


class _Affine(Module):
    """A normalisation with scale `weight` and shift `bias`, each of which may be None."""

    def _allocate(self, size: Any, weight: bool, bias: bool, device: Any, dtype: Any) -> None:
        self.register_parameter("weight", allocated(size, device, dtype) if weight else None)
        self.register_parameter("bias", allocated(size, device, dtype) if bias else None)
        self._initialize()

    def reset_parameters(self) -> None:
        """Set scale 1 and shift 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class LayerNorm(_Affine):
    """Bring the last dimensions, of size normalized_shape, to mean 0 and variance 1; then scale and shift them."""

    def __init__(
        self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True,
        device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._allocate(self.normalized_shape, elementwise_affine, elementwise_affine and bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise over the last dimensions."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


def _as_shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, numbers.Integral) else tuple(shape)


class RMSNorm(Module):
    """Divide by the root of the mean square over the last dimensions; then scale."""

    def __init__(
        self, normalized_shape: Any, eps: float | None = None, elementwise_affine: bool = True, device: Any = None,
        dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        weight = allocated(self.normalized_shape, device, dtype) if elementwise_affine else None
        self.register_parameter("weight", weight)
        self._initialize()

    def reset_parameters(self) -> None:
        """Set scale 1."""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Normalise over the last dimensions."""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(_Affine):
    """Bring each group of channels to mean 0 and variance 1; then scale and shift each channel."""

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, device: Any = None,
        dtype: Any = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._allocate(num_channels, affine, affine and bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise (N, C, ...)."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, bias={self.bias is not None}"
