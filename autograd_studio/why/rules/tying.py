"""Tying: two parameters on one memory, both of which are trained."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue import say
from ..finding import Finding, finding, known
from ..index import Event, TraceIndex


@finding("tied_by_data")
def tied_by_data(index: TraceIndex) -> Iterator[Finding]:
    """Yield the parameters that were given the memory of another one through `.data`, where steps write to each of the two."""
    tensors = index.trace.tensors
    for op in index.trace.ops:
        if op.name != "set_data_":
            continue
        tied = tensors[op.outputs[0]].identity
        updates = [event for event in index.events.get(tied, ()) if event.is_update]
        others = {tensors[t].identity for event in updates[:1] for t, _ in index.trace.steps[event.step].changed or ()}
        for leaf in index.leaves:
            other = tensors[leaf].identity
            if (
                other in others - {tied}
                and index.received(tied)
                and index.received(other)
                and _is_updated(index, other)
            ):
                yield _tied(index, op.line, op.outputs[0], leaf, updates[0])


def _is_updated(index: TraceIndex, identity: int) -> bool:
    return any(event.is_update for event in index.events.get(identity, ()))


def _tied(index: TraceIndex, line: int | None, tied: int, other: int, update: Event) -> Finding:
    parts = {"name": index.title(tied), "other": index.title(other)}
    text = say("why.tied_by_data.told", line=line, step_line=update.line, **parts)
    advice = say("why.tied_by_data.advice", **parts)
    evidence = known(tied_line=line, step_line=update.line)
    return Finding(parts["name"], "wrong", line, "tied_by_data", text, tied, evidence=evidence, advice=advice)
