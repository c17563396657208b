"""Joining dimensions, and splitting one."""

from __future__ import annotations

from ....graph.tensor import Tensor
from ._configured import Configured, configured

__all__ = ["Flatten", "Unflatten"]


@configured
class Flatten(Configured):
    """Join the dimensions from start_dim to end_dim; by default all but the batch."""

    start_dim: int = 1
    end_dim: int = -1

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with fewer dimensions."""
        return input.flatten(self.start_dim, self.end_dim)


@configured
class Unflatten(Configured):
    """Split a dimension into several."""

    dim: int
    unflattened_size: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        size = self.unflattened_size
        if not isinstance(size, tuple | list):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {type(size).__name__}")
        for position, n in enumerate(size):
            if not isinstance(n, int):
                raise TypeError(
                    f"unflattened_size must be tuple of ints, but found element of type {type(n).__name__} at pos {position}"
                )

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with more dimensions."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
