"""The states of tensors: what is written to is another entry of the Trace, with the same identity."""

from __future__ import annotations

from autograd_engine.trace.schema import Trace


def states_of(trace: Trace) -> dict[int, list[int]]:
    """Return the states of each tensor, in order, by identity."""
    found: dict[int, list[int]] = {}
    for index, tensor in enumerate(trace.tensors):
        found.setdefault(tensor.identity, []).append(index)
    return found
