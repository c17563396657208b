"""Missing gradients: which of those that are None are mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Read

from ....catalogue import say
from ...cuts import cuts_of
from ...finding import Finding, first, known
from ...index import TraceIndex
from .gaps import Gap
from .unreached import is_put_in_place


def missing(index: TraceIndex) -> Iterator[Finding]:
    """Yield a finding for each `.grad` that is None where the program looks at it, or trains with it."""
    told = set()
    for read in index.questions:
        identity = index.trace.tensors[read.tensor].identity
        key = identity if index.names(identity) else read.line
        if read.none and key not in told and not _comes_later(index, read):
            told.add(key)
            found = why_none(index, Gap(read.tensor, read))
            is_meant = found.cause == "frozen" or is_differentiated(index, read.tensor)
            if not (is_meant and (_is_listed(index, read) or _is_run_through(index, read))):
                yield found
    for leaf in (*_unlearned(index), *_all_frozen(index)):
        if index.trace.tensors[leaf].identity not in told:
            found = why_none(index, Gap(leaf))
            if found.cause != "no_backward":
                yield _renamed(index, found)


def why_none(index: TraceIndex, gap: Gap) -> Finding:
    """Return why a gradient is None, where the program looks at it or at the end."""
    return first("missing", index, gap)


def _is_listed(index: TraceIndex, read: Read) -> bool:
    """Return whether a look is one of many at gradients that are there, as in a list of all parameters."""
    return any(r.line == read.line and r.text == read.text and not r.none for r in index.trace.reads)


def _is_run_through(index: TraceIndex, read: Read) -> bool:
    """Return whether a look is at the gradient of a loop's variable, while an optimizer trains other tensors."""
    variable = read.text.partition(".")[0]
    return index.source.is_loop_variable(variable) and bool(index.trained)


def _comes_later(index: TraceIndex, read: Read) -> bool:
    """Return whether a pass gives the gradient later, or whether one that was there has been used before it was cleared."""
    events = index.events.get(index.trace.tensors[read.tensor].identity, [])
    failed_here = index.trace.error is not None and index.trace.error.line == read.line
    before = [event for event in events if event.step < read.step]
    if any(event.kind == "add" for event in before):
        return any(event.kind == "use" for event in before)
    return not failed_here and any(event.kind == "add" for event in events)


def _unlearned(index: TraceIndex) -> Iterator[int]:
    """Yield the leaves that are trained and never get a gradient, though passes ran and the program came to its end."""
    if index.trace.error is not None or not any(
        event.kind == "add" for events in index.events.values() for event in events
    ):
        return
    for leaf in index.trained:
        identity = index.trace.tensors[leaf].identity
        if index.received(identity):
            if _is_wasted(index, identity):
                yield leaf
        elif _is_missed(index, leaf):
            yield leaf


def _all_frozen(index: TraceIndex) -> Iterator[int]:
    """Yield what an optimizer that makes steps was given, if all of it was frozen before any pass gave it a gradient."""
    for optimizer in index.optimizers if index.trace.error is None else ():
        found = [index.states[identity][-1] for identity in optimizer.tensors if identity in index.states]
        is_idle = found and not any(
            index.trace.tensors[t].requires_grad or index.received(index.trace.tensors[t].identity) for t in found
        )
        if is_idle and all(index.trace.tensors[t].flagged is not None for t in found):
            yield from found


def _renamed(index: TraceIndex, found: Finding) -> Finding:
    """Return a finding about a tensor that was replaced as one about the tensor that has its name now."""
    new = found.at
    if found.cause != "not_in_optimizer" or new is None:
        return found
    names = index.names(index.trace.tensors[new].identity)
    is_put_there = is_put_in_place(index, found.line, [found.name])
    if found.name not in names and (names or not is_put_there):
        return found
    text = say("why.not_in_optimizer.replaced_told", name=found.name, line=found.line)
    return Finding(found.name, "wrong", found.line, found.cause, text, new, evidence=known(created_line=found.line))


def _is_missed(index: TraceIndex, leaf: int) -> bool:
    """Return whether a leaf should have got a gradient: an optimizer has it, or its way to a root is cut."""
    identity, is_trained = index.trace.tensors[leaf].identity, bool(index.trace.optimizers)
    way = cuts_of(index).way_to_root(leaf)
    is_cut = way is not None and any(link.cut for link in way)
    if identity in index.returned:  # which the program may update by hand
        return is_trained and is_cut and not index.events.get(identity)
    return is_cut or (is_trained and not is_differentiated(index, leaf))


def _is_wasted(index: TraceIndex, identity: int) -> bool:
    """Return whether gradients of what an optimizer trains were cleared, and nothing ever used one."""
    events = index.events[identity]
    pairs = zip(events, events[1:], strict=False)
    is_cleared = any(add.kind == "add" and clear.kind == "clear" and clear.after is None for add, clear in pairs)
    is_used = any(e.kind == "use" for e in events) or _is_changed_unseen(index, identity)
    return bool(index.trace.optimizers) and is_cleared and not is_used


def _is_changed_unseen(index: TraceIndex, identity: int) -> bool:
    """Return whether a leaf holds other numbers by no operation that is known, as those of LBFGS between its closures."""
    return any(index.trace.tensors[t].op is None for t in index.states[identity][1:])


def is_differentiated(index: TraceIndex, leaf: int) -> bool:
    """Return whether torch.autograd.grad began at something that was computed from a leaf, as for a penalty on gradients."""
    roots = {root.tensor for run in index.trace.passes if run.create_graph for root in run.roots}
    way = cuts_of(index).way(leaf, roots - {None})
    return way is not None and not any(link.cut for link in way)
