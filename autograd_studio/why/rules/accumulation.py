"""Accumulation: gradients that add up over iterations because nothing clears them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import numbers
from ..finding import Finding, finding
from ..index import Event, TraceIndex


@finding(
    "accumulates",
    rule=(
        "backward() adds to .grad; what an earlier iteration left there stays until it is cleared. PyTorch adds because the "
        "gradients of all uses of a leaf must add up, in one pass or in several, and it cannot know when you are done."
    ),
    remedy="Call optimizer.zero_grad() once an iteration, or set .grad = None after each update.",
    lesson="forgotten-zero-grad",
)
def accumulating(index: TraceIndex) -> Iterator[Finding]:
    """Yield the leaves whose `.grad` still holds what an earlier step or look has already used."""
    for identity in index.states:
        pair = _stale(index.events.get(identity, []))
        if pair is not None:
            old, new = pair
            tensor = index.states[identity][-1]
            name = index.title(tensor)
            first, added, total = (_shown(index, value) for value in (old.after, new.value, new.after))
            text = f"After a pass of line {old.line}, {name}.grad was {first}, and it was used. "
            text += f"The next pass of line {new.line} added {added}, "
            text += f"and {total} was used: it was not cleared in between."
            advice = _clearing(index, tensor)
            iteration = index.iteration(index.scope_of_pass(new.run))
            values = {"used": old.after, "added": new.value, "used_again": new.after}
            evidence = {
                key: numbers.fact(index.trace.values[value]) for key, value in values.items() if value is not None
            }
            found = Finding(name, "wrong", new.line, "accumulates", text, tensor, evidence=evidence, advice=advice)
            yield replace(found, iteration=iteration, step=new.step)


def _stale(events: list[Event]) -> tuple[Event, Event] | None:
    """Return a contribution that was used, and a later one that was used together with it.

    Where there are updates these are the uses: what is added up between two of them is meant to be. Without updates, and
    if nothing ever clears the gradient, a look at it after each pass of the same line is one.
    """
    updates = any(e.is_update for e in events)
    if not updates and any(e.kind in ("clear", "set") for e in events):
        return None
    alive: list[Event] = []
    used: Event | None = None
    for event in events:
        if event.kind == "add":
            alive.append(event)
        elif event.kind in ("clear", "set"):
            alive, used = [], None
        elif event.is_update or not updates:
            if used is not None and alive[-1] is not used and (updates or alive[-1].line == used.line):
                return used, alive[-1]
            used = alive[-1] if alive else None
    return None


def _clearing(index: TraceIndex, tensor: int) -> str:
    """Return what clears the gradient of a leaf in the words of the program: its optimizer, its module, or by hand."""
    name = index.title(tensor)
    for optimizer, given in index.source.stepped:
        if any(index.is_among(tensor, one) for one in given):
            return f"Call {optimizer}.zero_grad() after each {optimizer}.step()."
    module, dot, _ = name.partition(".")
    clears = f"Call {module}.zero_grad()" if dot and module != "self" else f"Set {name}.grad = None"
    return f"{clears} before each backward()."


def _shown(index: TraceIndex, value: int | None) -> str:
    return "None" if value is None else numbers.written(index.trace.values[value])
