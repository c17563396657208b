"""Sequences of different lengths: padded to one length, or packed without padding."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from .... import torch
from ....graph.tensor import Tensor
from .._packed import PackedSequence, invert_permutation

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence", "pad_sequence",
]  # fmt: skip


# ---- packing


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Return padded sequences (length, batch, ...) packed; with `enforce_sorted` the longest must come first."""
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    order = None
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, order)
    data, batch_sizes = torch._pack_padded_sequence(input, lengths, batch_first)
    return PackedSequence(data, batch_sizes, order, None)


def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Return sequences packed; with `enforce_sorted` the longest must come first."""
    lengths = torch.as_tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """Return packed sequences padded to one length, (length, batch, ...), and their lengths."""
    sizes = sequence.batch_sizes.tolist()
    if total_length is not None and total_length < len(sizes):
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {len(sizes)}"
        )
    data = sequence.data
    padded = torch.full((total_length or len(sizes), sizes[0], *data.shape[1:]), padding_value, dtype=data.dtype)
    step = offset = 0
    for size, steps in ((size, len(list(same))) for size, same in groupby(sizes)):
        piece = data[offset : offset + steps * size].view(steps, size, *data.shape[1:])
        padded[step : step + steps, :size].copy_(piece)
        step, offset = step + steps, offset + steps * size
    lengths = torch.tensor([sum(size > i for size in sizes) for i in range(sizes[0])])
    if batch_first:
        padded = padded.transpose(0, 1)
    order = sequence.unsorted_indices
    if order is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, order), lengths[order]


# ---- padding


def pad_sequence(
    sequences: Iterable[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Tensor:
    """Return sequences padded to the length of the longest, (length, batch, ...)."""
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(sequence.size(0) for sequence in sequences)
    ahead = (len(sequences), longest) if batch_first else (longest, len(sequences))
    padded = torch.full((*ahead, *sequences[0].shape[1:]), padding_value, dtype=sequences[0].dtype)
    for i, sequence in enumerate(sequences):
        start = longest - sequence.size(0) if padding_side == "left" else 0
        row = padded.select(0 if batch_first else 1, i)
        row.narrow(0, start, sequence.size(0)).copy_(sequence)
    return padded
