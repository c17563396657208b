"""Untrained parameters: their gradients are computed, but no step of an optimizer uses them."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Optimizer

from ...catalogue import say
from ..finding import Finding, explains, finding, known
from ..index import TraceIndex


@finding("not_in_optimizer", lesson="rebind-or-write")
def unregistered(index: TraceIndex) -> Iterator[Finding]:
    """Yield what a module does not know of, in a plain list or tensor, and whose gradient no step of an optimizer uses."""
    updates = [e.step for events in index.events.values() for e in events if e.is_update]
    for leaf in index.leaves if updates else ():
        name, identity = index.title(leaf), index.trace.tensors[leaf].identity
        plain = index.source.unregistered
        line, kind = plain.get(name.partition("[")[0]) or plain.get(index.trace.tensors[leaf].line) or (None, "")
        kept = say("why.not_in_optimizer.plain_list", kind=kind)
        if name.startswith("self.") and index.trace.tensors[leaf].line in index.source.plain_tensors:
            line, kept = index.trace.tensors[leaf].line, say("why.not_in_optimizer.plain_tensor")
        received = index.received(identity)
        is_used = any(event.kind == "use" for event in index.events.get(identity, ()))
        if line is not None and received and not is_used and received[0].step < max(updates):
            text = say("why.not_in_optimizer.unregistered", name=name, line=line, kept=kept)
            yield Finding(name, "wrong", line, "not_in_optimizer", text, leaf, evidence=known(kept_line=line))


@explains("program")
def strangers(index: TraceIndex) -> Iterator[Finding]:
    """Yield the first parameter of a module that nothing updates, while an optimizer has those of another one.

    That is certain of one that is made for the optimizer alone, and of one that another optimizer has as well.
    """
    learning = {index.title(leaf).partition(".")[0] for leaf in index.leaves if _is_updated(index, leaf)}
    given = [(line, say("why.not_in_optimizer.another_model", model=model)) for model, line in index.source.strangers]
    given += [
        (second.line, say("why.not_in_optimizer.given_twice", what=what, first=first.line))
        for first, second in _doubles(index)
        if (what := index.source.parameters_given(second.line))
    ]
    for line, what in given:
        for leaf in index.leaves:
            name = index.title(leaf)
            module, dot, _ = name.partition(".")
            if dot and module not in learning and index.received(index.trace.tensors[leaf].identity):
                text = say("why.not_in_optimizer.stranger", name=name, line=line, given=what)
                evidence = known(optimizer_line=line)
                yield Finding(name, "wrong", line, "not_in_optimizer", text, leaf, evidence=evidence)
                break


def _doubles(index: TraceIndex) -> Iterator[tuple[Optimizer, Optimizer]]:
    """Yield the optimizers that hold the same tensors and take turns; those of one phase after the other do not."""
    alike: dict[frozenset[int], list[Optimizer]] = {}
    for optimizer in index.optimizers:
        alike.setdefault(frozenset(optimizer.tensors), []).append(optimizer)
    for held, (first, *others) in alike.items():
        updates = (e for identity in list(held)[:1] for e in index.events.get(identity, ()) if e.is_update)
        lines = [update.line for update in updates]
        if others and lines != sorted(lines, key=lines.index):
            yield first, others[0]


def _is_updated(index: TraceIndex, leaf: int) -> bool:
    return any(event.is_update for event in index.events.get(index.trace.tensors[leaf].identity, ()))


def left_out(index: TraceIndex, leaf: int) -> Finding | None:
    """Return that no step of an optimizer updates a parameter of a module, while it updates others; None if that is not so.

    It may be meant, as where a head alone is tuned, so it is told of what is asked for only.
    """
    name, events = index.title(leaf), index.events.get(index.trace.tensors[leaf].identity, ())
    added = [event.step for event in events if event.kind == "add"]
    if "." not in name or not added or any(event.kind == "use" for event in events):
        return None
    module, line, updated = name.partition(".")[0], None, []
    for other in index.leaves:
        title, identity = index.title(other), index.trace.tensors[other].identity
        steps = [e for e in index.events.get(identity, ()) if e.is_update and e.step > added[0]]
        if steps and title.partition(".")[0] == module:
            line = steps[0].line
            updated.append(title)
    if not updated:
        return None
    others = (
        updated[0]
        if len(updated) == 1
        else say("why.not_in_optimizer.several", name=updated[0], count=len(updated) - 1)
    )
    text = say("why.not_in_optimizer.left_out", name=name, line=line, others=others)
    advice = say("why.not_in_optimizer.left_out_advice", name=name)
    evidence = known(step_line=line)
    return Finding(name, "wrong", line, "not_in_optimizer", text, leaf, evidence=evidence, advice=advice)
