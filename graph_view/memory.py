"""Memory: which boxes show the same memory, as far as the Trace tells."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace import Trace

from .links import tensor_arguments
from .picture import Picture


def add_memory(trace: Trace, picture: Picture) -> None:
    """Mark the boxes that share memory with another tensor, or a waiting gradient: all on one memory by the same letter."""
    groups: dict[int, set[int]] = {}  # by identity: the identities on its memory
    for one, other in _pairs(trace):
        whole = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(whole, whole)
    drawn = {trace.tensors[box.tensor].identity for box in picture.boxes if box.tensor is not None}
    with_gradients = {one for step in trace.steps if step.waiting for one in _group(groups, trace, step.tensor)}
    letters: dict[int, str] = {}
    for box in picture.boxes:
        identity = None if box.tensor is None else trace.tensors[box.tensor].identity
        group = groups.get(identity, {identity})
        if len(group & drawn) > 1 or identity in with_gradients:
            box.memory = letters.setdefault(min(group), _letter(len(letters)))


def _group(groups: dict[int, set[int]], trace: Trace, tensor: int) -> set[int]:
    """Return the identities on the memory of a tensor."""
    identity = trace.tensors[tensor].identity
    return groups.get(identity, {identity})


def _pairs(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield the identities of tensors that look into one memory.

    These are a view and its base, what was detached and what it comes from, and those that a write changes.
    """
    tensors = trace.tensors
    for tensor in tensors:
        if tensor.base is not None:
            yield tensor.identity, tensors[tensor.base].identity
    for operation in trace.ops:
        if operation.name == "detach":
            (_, source), *_ = tensor_arguments(operation)
            yield tensors[operation.outputs[0]].identity, tensors[source].identity
    for step in trace.steps:
        for other, _ in step.changed or ():
            yield tensors[step.tensor].identity, tensors[other].identity


def _letter(number: int) -> str:
    """Return A … Z, then A1 … Z1 and so on."""
    turn, place = divmod(number, 26)
    return chr(ord("A") + place) + (str(turn) if turn else "")
