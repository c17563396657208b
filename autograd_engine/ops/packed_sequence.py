"""Sequences of different lengths, packed step by step without their padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op
from .create import zeros_as
from .generic import write
from .select import _slice, select
from .transpose import transpose


@op(
    "PackPaddedSequenceBackward0",
    outputs=("result0", "result1"),
    differentiable=1,
    input=lambda grad, input_sym_sizes, result1, batch_first: _pack_padded_sequence_backward(
        grad, input_sym_sizes, result1, batch_first
    ),
)
def _pack_padded_sequence(input, lengths: Tensor, batch_first):
    input = input.swapaxes(0, 1) if batch_first else input
    sizes = _batch_sizes(lengths)
    data = np.concatenate([input[step, :size] for step, size in enumerate(sizes)])
    return data, np.array(sizes, np.int64)


def _batch_sizes(lengths: np.ndarray) -> list[int]:
    """Return for each step how many sequences still go on."""
    return [int((lengths > step).sum()) for step in range(int(lengths[0]))]


@function("torch", name="_pack_padded_sequence")
def pack_padded_sequence(input, lengths, batch_first):
    """Return the elements of all sequences step by step without the padding, and how many each step has."""
    batch = input.size(0 if batch_first else 1)
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.size(0) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {lengths.size(0)} (batch_size={batch})"
        )
    values = lengths.tolist()
    if values[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )
    if any(earlier < later for earlier, later in zip(values, values[1:], strict=False)):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not "
            "need ONNX exportability."
        )
    return _pack_padded_sequence.op.call(input, lengths, batch_first)


def _pack_padded_sequence_backward(grad: Any, sizes: tuple, batch_sizes: Any, batch_first: bool) -> Any:
    """Put the gradients back to their places among zeros."""
    swapped = (sizes[1], sizes[0], *sizes[2:]) if batch_first else sizes
    padded, offset = zeros_as(grad, tuple(swapped)), 0
    for step, size in enumerate(batch_sizes.tolist()):
        write(_slice(select(padded, 0, step), 0, 0, size), _slice(grad, 0, offset, offset + size))
        offset += size
    return transpose(padded, 0, 1) if batch_first else padded
