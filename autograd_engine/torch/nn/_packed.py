"""Packed sequences, which recurrent modules take: `torch.nn.utils.rnn` makes them."""

from __future__ import annotations

from collections.abc import Callable
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
            if not (isinstance(data, list | tuple) and len(data) == 2):
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Return the sequences in another dtype."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])

    def cpu(self) -> PackedSequence:
        """Return the sequences: they are on the CPU."""
        return self

    @property
    def is_cuda(self) -> bool:
        """False: there is no GPU here."""
        return False

    def is_pinned(self) -> bool:
        """False: there is no GPU to pin memory for."""
        return False


def _converting(name: str, dtype: Any) -> Callable[[PackedSequence], PackedSequence]:
    def convert(self: PackedSequence) -> PackedSequence:
        return self.to(dtype)

    convert.__name__, convert.__qualname__ = name, f"PackedSequence.{name}"
    convert.__doc__ = f"Return the sequences in {dtype}."
    return convert


for _name in ("double", "float", "half", "long", "int", "short"):
    setattr(PackedSequence, _name, _converting(_name, getattr(torch, _name)))
PackedSequence.char, PackedSequence.byte = _converting("char", torch.int8), _converting("byte", torch.uint8)


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Return the permutation that undoes another."""
    if permutation is None:
        return None
    positions = torch.arange(0, permutation.numel())
    return torch.empty_like(permutation).scatter_(0, permutation, positions)


invert_permutation.__module__ = PackedSequence.__module__
