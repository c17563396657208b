"""Memory: which tensors lie in one memory, and which gradients wait in it, as far as the Trace tells."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Tensor, Trace

from .picture import Picture

# The number of one that is shared, or of one that its tensor has alone, the tensor's identity.
Memory = int | tuple[str, int]


def add_memory(trace: Trace, picture: Picture) -> None:
    """Mark the boxes of tensors whose memory has a letter."""
    known = letters(trace)
    for box in picture.boxes:
        tensor = None if box.tensor is None else trace.tensors[box.tensor]
        if tensor is not None and memory_of(tensor) in known:
            box.memory = known[memory_of(tensor)]


def letters(trace: Trace) -> dict[Memory, str]:
    """Return a letter for each memory that several hold at a time, and that is told of, in the order in which they are met.

    Who holds one are tensors and gradients that wait for their node. A memory with a single tensor has a letter where it is
    written to while a node has the tensor saved.
    """
    spans: dict[Memory, list[tuple[int, int]]] = {}  # of steps, one for each who holds it
    met: dict[tuple[Memory, int], int] = {}
    for tensor in trace.tensors:
        met.setdefault((memory_of(tensor), tensor.identity), tensor.step)
    for (memory, _), begin in met.items():
        spans.setdefault(memory, []).append((begin, len(trace.steps) + 1))
    for number, begin, end in _waits(trace):
        spans.setdefault(number, []).append((begin, end))
    alone = {("alone", identity) for identity in _written_while_saved(trace)}
    told = [memory for memory, held in spans.items() if memory in alone or _overlap(held)]
    return {memory: _letter(i) for i, memory in enumerate(sorted(told, key=lambda memory: min(spans[memory])))}


def memory_of(tensor: Tensor) -> Memory:
    """Return the memory that a tensor lies in."""
    return ("alone", tensor.identity) if tensor.memory is None else tensor.memory


def _waits(trace: Trace) -> Iterator[tuple[int, int, int]]:
    """Yield in which memories gradients wait: its number, the step at which one arrives, and the one that ends that."""
    waiting: dict[tuple[int | None, int | None], list[tuple[int | None, int, int]]] = {}  # by pass and node
    for k, step in enumerate(trace.steps):
        place = step.run, step.fn
        if step.kind == "arrive" and step.memory is not None:
            waiting.setdefault(place, []).append((step.output, step.memory, k))
        elif step.kind == "arrive" and step.before is not None:  # a sum is a memory of its own
            kept = waiting.pop(place, [])
            yield from ((number, begin, k) for output, number, begin in kept if output == step.output)
            waiting[place] = [one for one in kept if one[0] != step.output]
        elif step.kind in ("run", "accumulate"):
            yield from ((number, begin, k) for _, number, begin in waiting.pop(place, ()))
    for kept in waiting.values():
        yield from ((number, begin, len(trace.steps)) for _, number, begin in kept)


def _written_while_saved(trace: Trace) -> Iterator[int]:
    """Yield the identities of tensors that are written to while a node has them saved."""
    savers: dict[int, set[int]] = {}
    for step in trace.steps:
        if step.kind == "write" and savers.get(trace.tensors[step.tensor].identity):
            yield trace.tensors[step.tensor].identity
        fn = step.fn if step.kind == "free" else None if step.op is None else trace.ops[step.op].fn
        if fn is None:
            continue
        for identity in {trace.tensors[s.tensor].identity for s in trace.fns[fn].saved if s.tensor is not None}:
            found = savers.setdefault(identity, set())
            found.discard(fn) if step.kind == "free" else found.add(fn)


def _overlap(spans: list[tuple[int, int]]) -> bool:
    """Return whether two of several spans of steps have one in common."""
    ordered = sorted(spans)
    return any(later[0] < before[1] for before, later in zip(ordered, ordered[1:], strict=False))


def _letter(number: int) -> str:
    """Return A … Z, then A1 … Z1 and so on."""
    turn, place = divmod(number, 26)
    return chr(ord("A") + place) + (str(turn) if turn else "")
