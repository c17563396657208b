"""Tensors outside of the graph: they require no gradient, so none is computed for them."""

from __future__ import annotations

from dataclasses import replace

from ....catalogue import say
from ...cuts import cuts_of
from ...finding import Finding, explains, finding
from ...index import TraceIndex
from .gaps import Gap, at_cut, frozen_at, none, title_of


def _is_outside(index: TraceIndex, gap: Gap) -> bool:
    return not index.trace.tensors[gap.tensor].requires_grad


@finding("frozen", of="missing", lesson="leaf-and-non-leaf")
def frozen(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that switches requires_grad off."""
    line = frozen_at(index, gap.tensor) if _is_outside(index, gap) else None
    text = say("why.frozen.told", line=line)
    return None if line is None else none(index, gap, line, "frozen", text, frozen_line=line)


@explains("missing")
def cut_before(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the cut between a tensor and what requires a gradient above it."""
    way = cuts_of(index).origin(gap.tensor) if _is_outside(index, gap) else None
    cut = cuts_of(index).last_cut(way or [])
    if cut is None:
        return None
    return at_cut(index, gap, cut, before=say("why.requires_grad_false.before_cut", name=title_of(index, gap)) + " ")


@explains("missing")
def frozen_before(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say of a parameter that was there before the recording began that it was frozen by then."""
    entry, name = index.trace.tensors[gap.tensor], title_of(index, gap)
    if not _is_outside(index, gap) or entry.line is not None or "." not in name:
        return None
    text = say("why.frozen.already", name=name)
    return none(index, gap, None, "frozen", text)


@finding("requires_grad_false", of="missing", lesson="leaf-and-non-leaf")
def requires_grad_false(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that a tensor was created without requires_grad=True, or computed from such."""
    if not _is_outside(index, gap):
        return None
    entry, name = index.trace.tensors[gap.tensor], title_of(index, gap)
    key = "why.requires_grad_false.created" if entry.text else "why.requires_grad_false.created_somewhere"
    made = say(key, line=entry.line, name=name, expression=entry.text)
    line = entry.line if entry.text else None
    if entry.op is None:
        text = say("why.requires_grad_false.told", made=made)
        return none(index, gap, entry.line, "requires_grad_false", text, created_line=line)
    text = say("why.requires_grad_false.computed", made=made)
    advice = say("why.requires_grad_false.advice", name=name)
    found = none(index, gap, entry.line, "requires_grad_false", text, created_line=line)
    return replace(found, advice=advice)
