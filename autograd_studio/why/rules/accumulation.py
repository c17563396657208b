"""Accumulation: gradients that add up over iterations because nothing clears them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...catalogue import say
from .. import numbers
from ..finding import Finding, finding
from ..index import Event, TraceIndex


@finding("accumulates", lesson="forgotten-zero-grad")
def accumulating(index: TraceIndex) -> Iterator[Finding]:
    """Yield the leaves whose `.grad` still holds what an earlier step or look has already used."""
    for identity in index.states:
        pair = _stale(index.events.get(identity, []))
        if pair is not None:
            old, new = pair
            tensor = index.states[identity][-1]
            name = index.title(tensor)
            first, added, total = (_shown(index, value) for value in (old.after, new.value, new.after))
            parts = {"first": first, "added": added, "total": total}
            text = say("why.accumulates.told", line=old.line, name=name, next_line=new.line, **parts)
            cleared = next((event.line for event in index.events[identity] if event.kind == "clear"), None)
            text += "" if cleared is None else " " + say("why.accumulates.cleared", line=cleared)
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
    name, owner, is_optimizer = _owner(index, tensor)
    if is_optimizer:
        return say("why.accumulates.advice_optimizer", optimizer=owner)
    return say("why.accumulates.advice_module" if owner else "why.accumulates.advice", module=owner, name=name)


def clearer(index: TraceIndex, tensor: int) -> str:
    """Return the statement that clears the gradient of a leaf."""
    name, owner, _ = _owner(index, tensor)
    return f"{owner}.zero_grad()" if owner else f"{name}.grad = None"


def _owner(index: TraceIndex, tensor: int) -> tuple[str, str, bool]:
    """Return what a leaf is called, the optimizer or the module that clears it ("" for none), and whether it is the former."""
    name = index.title(tensor)
    optimizer = index.name_of(index.optimizer_of(tensor))
    if optimizer:
        return name, optimizer, True
    module, dot, _ = name.partition(".")
    return name, module if dot and module != "self" else "", False


def _shown(index: TraceIndex, value: int | None) -> str:
    return "None" if value is None else numbers.written(index.trace.values[value])
