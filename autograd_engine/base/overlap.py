"""Writes to memory that elements or operands share, which PyTorch refuses."""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_memory import address, storage
from .layouts import is_dense


def refuse_overlap(memory: Any, operands: list) -> None:
    """Raise PyTorch's errors about writing to an array whose elements share memory with each other or with an operand's.

    As in PyTorch, memory is shared among elements where a stride is 0, and with an operand if both are dense.
    """
    if type(memory) is not np.ndarray or not memory.size:
        return
    if shares_elements(memory):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    refuse_partial_overlap(memory, operands)


def refuse_partial_overlap(memory: Any, operands: list, *, whole: bool = False) -> None:
    """Raise PyTorch's error about writing to memory that is a part of an operand's, or, if `whole`, all of it."""
    for other in operands:
        if type(other) is np.ndarray and storage(other) is storage(memory) and (other is not memory or whole):
            _refuse_partial_overlap(memory, other, whole)


def shares_elements(memory: np.ndarray) -> bool:
    """Whether several elements of an array lie at the same place, as after `expand`."""
    if 0 not in memory.strides or not memory.size:
        return False
    return any(not step and n > 1 for step, n in zip(memory.strides, memory.shape, strict=True))


def _refuse_partial_overlap(memory: np.ndarray, other: np.ndarray, whole: bool) -> None:
    if not (is_dense(memory) and is_dense(other)):
        return
    start, other_start = address(memory), address(other)
    if start == other_start and memory.nbytes == other.nbytes and memory.strides == other.strides and not whole:
        return
    if start < other_start + other.nbytes and other_start < start + memory.nbytes:
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )
