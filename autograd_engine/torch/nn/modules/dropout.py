"""Dropout: in training, random elements or channels are set to 0."""

from __future__ import annotations

from typing import Any

from ._configured import Configured, applies, configured

__all__ = ["Dropout", "Dropout2d"]


@configured
class _DropoutNd(Configured):
    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.p < 0 or self.p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {self.p}")

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"p={self.p}, inplace={self.inplace}"

    def _settings(self) -> dict[str, Any]:
        """Return the fields, and whether anything is dropped."""
        return {**super()._settings(), "training": self.training}


@applies("dropout")
class Dropout(_DropoutNd):
    """Set random elements to 0 and scale up the others, in training."""


@applies("dropout2d")
class Dropout2d(_DropoutNd):
    """Set random channels of images to 0 and scale up the others, in training."""
