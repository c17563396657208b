"""Gaps: gradients that are None, and how a finding about one is worded."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from autograd_engine.trace.schema import Read, Step

from ....catalogue import say
from ...cuts import Link
from ...finding import Evidence, Finding, first, known
from ...index import TraceIndex, inputs_of


@dataclass(frozen=True)
class Gap:
    """A `.grad` that is None: of which state, and where the program looks at it (`read`), or None for the end of the program."""

    tensor: int
    read: Read | None = None


def none(
    index: TraceIndex, gap: Gap, line: int | None, cause: str, text: str, at: int | None = None, **facts: int | None
) -> Finding:
    """Return the finding that a gradient is None because of a cause, `at` a state that it made; `facts` are in the text."""
    name, read = title_of(index, gap), gap.read
    where = "" if read is None or read.line is None else " " + say("why.none.read", line=read.line)
    continued = f"line{text[4:]}" if text.startswith("Line ") else text
    told = say("why.none.told", name=name, where=where, failure=_failure(index, gap.read), cause=continued)
    evidence = known(read_line=None if read is None else read.line, **facts)
    return Finding(name, "none", line, cause, told, gap.tensor, at, evidence)


def _failure(index: TraceIndex, read: Read | None) -> str:
    """Return that the None has ended the program, if it has."""
    error = index.trace.error
    if read is None or error is None or error.line != read.line:
        return ""
    return say("why.none.ends", error=error.type)


def at_cut(index: TraceIndex, gap: Gap, cut: Link, before: str = "", after: str = "", **facts: int | None) -> Finding:
    """Return the finding that the way of a gradient is cut; `before` and `after` are told around that."""
    text, lines = said_of(index, cut)
    found = none(index, gap, cut.cut.line, cut.cut.cause, f"{before}{text}{after}", cut.target, **lines, **facts)
    return replace(found, advice=cut.cut.advice)


def title_of(index: TraceIndex, gap: Gap) -> str:
    """Return what a tensor is called; one without a name as the program writes it where it looks at it."""
    if (
        gap.read is not None
        and gap.read.text.endswith(".grad")
        and not index.names(index.trace.tensors[gap.tensor].identity)
    ):
        return gap.read.text.removesuffix(".grad")
    return index.title(gap.tensor)


def said_of(index: TraceIndex, link: Link) -> tuple[str, Evidence]:
    """Return a cut as a sentence: what leaves the graph there, by what; and the lines in it."""
    return first("cut", index, link)


def first_sentence(step: Step) -> str:
    """Return what an error says, without PyTorch's hints."""
    return f"{(step.text or '').partition('. ')[0].rstrip('.')}."


def lost_leaf(index: TraceIndex, tensor: int) -> int | None:
    """Return the leaf that had the name of a tensor before, and that the tensor was computed from."""
    names = set(index.names(index.trace.tensors[tensor].identity))
    updated: set[int] = set()  # whose gradients something without a name, as an element of a dict, was made of
    waiting, seen = [tensor], set()
    while waiting:
        here = waiting.pop()
        if here in seen or len(seen) > 50:
            continue
        seen.add(here)
        entry = index.trace.tensors[here]
        is_other = entry.identity != index.trace.tensors[tensor].identity
        is_same = names & set(entry.names) or entry.identity in updated
        if is_other and index.is_trainable(here) and is_same:
            return here
        if entry.grad_of is not None and not names:
            updated.add(index.trace.tensors[entry.grad_of].identity)
        shown = [entry.base] if entry.op is None and entry.base is not None else []
        gradient = [entry.grad_of] if entry.grad_of is not None else []
        waiting += [*shown, *gradient, *(inputs_of(index.trace.ops[entry.op]) if entry.op is not None else ())]
    return None


def frozen_at(index: TraceIndex, tensor: int) -> int | None:
    """Return the line that switches off requires_grad for a tensor, or for all that share its path."""
    states = [index.trace.tensors[t] for t in index.states[index.trace.tensors[tensor].identity]]
    last = next((state for state in reversed(states) if state.flagged is not None), None)
    if last is not None and not last.requires_grad and not states[-1].requires_grad:
        return last.flagged[1]
    names = index.names(index.trace.tensors[tensor].identity)
    for owner, line in index.source.freezes:
        owner = re.sub(r"\[(\d+)\]", r".\1", owner).removeprefix("self.")
        if any(name == owner or name.startswith(f"{owner}.") for name in names):
            return line
    return None
