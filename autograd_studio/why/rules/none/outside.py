"""Tensors outside of the graph: they require no gradient, so none is computed for them."""

from __future__ import annotations

from dataclasses import replace

from ...cuts import cuts_of
from ...finding import Finding, explains, finding
from ...index import TraceIndex
from .gaps import Gap, at_cut, frozen_at, none, title_of


def _is_outside(index: TraceIndex, gap: Gap) -> bool:
    return not index.trace.tensors[gap.tensor].requires_grad


@finding(
    "frozen",
    of="missing",
    rule="requires_grad=False takes a tensor out of the graph: it gets no gradient, and none is computed for it.",
    remedy="Set requires_grad back to True before the forward pass if it should learn.",
    lesson="leaf-and-non-leaf",
)
def frozen(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that switches requires_grad off."""
    line = frozen_at(index, gap.tensor) if _is_outside(index, gap) else None
    text = f"line {line} sets requires_grad to False."
    return None if line is None else none(index, gap, line, "frozen", text, frozen_line=line)


@explains("missing")
def cut_before(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the cut between a tensor and what requires a gradient above it."""
    way = cuts_of(index).origin(gap.tensor) if _is_outside(index, gap) else None
    cut = cuts_of(index).last_cut(way or [])
    if cut is None:
        return None
    return at_cut(index, gap, cut, before=f"{title_of(index, gap)} does not require a gradient. ")


@explains("missing")
def frozen_before(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say of a parameter that was there before the recording began that it was frozen by then."""
    entry, name = index.trace.tensors[gap.tensor], title_of(index, gap)
    if not _is_outside(index, gap) or entry.line is not None or "." not in name:
        return None
    text = f"its requires_grad was already False when the recording began: {name} is frozen."
    return none(index, gap, None, "frozen", text)


@finding(
    "requires_grad_false",
    of="missing",
    rule="A tensor takes part in the graph only if it requires a gradient or was computed from one that does.",
    remedy="Create it with requires_grad=True, or call requires_grad_() before it is used.",
    lesson="leaf-and-non-leaf",
)
def requires_grad_false(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that a tensor was created without requires_grad=True, or computed from such."""
    if not _is_outside(index, gap):
        return None
    entry, name = index.trace.tensors[gap.tensor], title_of(index, gap)
    made = f"line {entry.line} creates {name} as {entry.text}" if entry.text else f"{name} was created"
    line = entry.line if entry.text else None
    if entry.op is None:
        text = f"{made} without requires_grad=True: a leaf that does not require a gradient gets none."
        return none(index, gap, entry.line, "requires_grad_false", text, created_line=line)
    text = f"{made}, and none of its inputs requires a gradient."
    advice = f"Call requires_grad_() on an input before it is used; {name}.retain_grad() keeps the gradient of {name} itself."
    found = none(index, gap, entry.line, "requires_grad_false", text, created_line=line)
    return replace(found, advice=advice)
