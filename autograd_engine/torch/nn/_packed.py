"""Packed sequences, which recurrent modules take: `torch.nn.utils.rnn` makes them."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from ... import torch
from ...graph.tensor import Tensor


class _Packed(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None = None
    unsorted_indices: Tensor | None = None


class PackedSequence(_Packed):
    """Sequences without padding: the elements of all first steps, then of all second ones, and how many each step has."""

    __module__ = "torch.nn.utils.rnn"

    def __new__(
        cls, data: Any, batch_sizes: Tensor | None = None, sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:  # fmt: skip
        """Return the fields with the order to go back to worked out."""
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Return the sequences in another dtype."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Return the permutation that undoes another."""
    if permutation is None:
        return None
    positions = torch.arange(0, permutation.numel())
    return torch.empty_like(permutation).scatter_(0, permutation, positions)


invert_permutation.__module__ = PackedSequence.__module__
