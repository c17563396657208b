"""Roots: errors about what a pass is asked to start at, or to give the gradient of."""

from __future__ import annotations

from dataclasses import replace

from ....catalogue import say
from ...cuts import BY_DEPARTURE, Link, cuts_of
from ...finding import Finding, explains, finding
from ...index import TraceIndex
from ..none.gaps import said_of
from .error import by_message, failing_tensors, failure, says

_ROOTLESS = "does not require grad and does not have a grad_fn"


@finding("no_tensor", of="error", lesson="list-has-no-backward")
def no_tensor(index: TraceIndex) -> Finding | None:
    """Explain a number or a list whose backward() is called: where the tensor became one."""
    if not says(index, "object has no attribute 'backward'"):
        return None
    line = index.trace.error.line
    name, departure = index.source.receiver(line, "backward")
    if departure is None:
        found = failure(index, "no_tensor", line)
    else:
        text = say("why.no_tensor.numbers", line=line, cut_line=departure.line, text=index.source.line(departure.line))
        found = failure(
            index, BY_DEPARTURE[departure.how], departure.line, text, pass_line=line, cut_line=departure.line
        )
    return replace(found, name=name or found.name)


@finding("non_scalar", of="error", lesson="choose-a-seed")
def non_scalar(index: TraceIndex) -> Finding | None:
    """Explain backward() of several numbers."""
    return by_message(index, "non_scalar", "grad can be implicitly created only for scalar outputs")


# ---- roots without a graph


@finding("create_graph", of="error", lesson="double-backward")
def create_graph(index: TraceIndex) -> Finding | None:
    """Explain a root without a graph that was computed from what an unrecorded pass has given."""
    root = _root(index) if says(index, _ROOTLESS) else None
    gradient = None if root is None else _gradient_in(index, root)
    if gradient is None:
        return None
    line = next(run.line for run in reversed(index.trace.passes) if not run.create_graph)
    what = say("why.create_graph.result") if gradient == root else say("why.create_graph.from_result")
    at = index.trace.error.line
    text = say("why.create_graph.told", line=at, name=index.title(root), what=what, pass_line=line)
    return failure(index, "create_graph", line, text, root, gradient, pass_line=at, unrecorded_line=line)


@explains("error")
def rootless(index: TraceIndex) -> Finding | None:
    """Explain a root without a graph: where its history was cut."""
    if not says(index, _ROOTLESS):
        return None
    line, root = index.trace.error.line, _root(index)
    if root is None:
        return failure(index, "requires_grad_false", line)
    start = say("why.rootless.told", line=line, name=index.title(root))
    rebound = _rebound(index, root)
    if rebound is not None:
        at, old = index.trace.tensors[rebound].line, index.title(rebound)
        text = say("why.rootless.rebound", start=start, line=at, name=old)
        return failure(index, "rebound", at, text, root, rebound, pass_line=line, assigned_line=at)
    cut = cuts_of(index).last_cut(cuts_of(index).origin(root) or [])
    if cut is not None:
        return _at_cut(index, root, cut, start)
    frozen = _frozen(index, root)
    if frozen is not None:
        name, at = frozen
        text = say("why.rootless.frozen", start=start, line=at, name=name)
        return failure(index, "frozen", at, text, root, pass_line=line, frozen_line=at)
    text = say("why.rootless.none_requires", start=start)
    return failure(index, "requires_grad_false", _first_line(index, root), text, root, pass_line=line)


def _frozen(index: TraceIndex, root: int) -> tuple[str, int | None] | None:
    """Return what was frozen that a root was computed from, and the line of that, None if nothing was."""
    if index.source.freezes:
        return index.source.freezes[0]
    flagged = (index.trace.tensors[t] for t in sorted(_ancestors(index, root)))
    entry = next((entry for entry in flagged if entry.flagged is not None and not entry.requires_grad), None)
    return None if entry is None else (entry.names[-1], entry.flagged[1])


def _gradient_in(index: TraceIndex, root: int) -> int | None:
    """Return what an unrecorded pass has given and a root was computed from, None if other things lead to leaves."""
    if all(run.create_graph for run in index.trace.passes) or cuts_of(index).origin(root) is not None:
        return None
    return next((t for t in sorted(_ancestors(index, root)) if _is_gradient(index, t)), None)


def _is_gradient(index: TraceIndex, tensor: int) -> bool:
    """Return whether a tensor is what a pass has given, and nothing else made it."""
    entry = index.trace.tensors[tensor]
    made = entry.op is not None or entry.line is not None or tensor in cuts_of(index).back
    return entry.grad_of is not None or not made


def _ancestors(index: TraceIndex, tensor: int) -> set[int]:
    """Return a tensor and all that it was computed from."""
    seen, waiting = {tensor}, [tensor]
    while waiting:
        new = {link.source for link in cuts_of(index).back.get(waiting.pop(), ())} - seen
        seen |= new
        waiting += new
    return seen


def _first_line(index: TraceIndex, root: int) -> int | None:
    """Return the line of the first tensor that a root was computed from and that has a name."""
    tensors = index.trace.tensors
    named = [t for t in sorted(_ancestors(index, root)) if tensors[t].names and tensors[t].op is None]
    return tensors[named[0] if named else root].line


def _root(index: TraceIndex) -> int | None:
    """Return the tensor that a pass was asked to start at."""
    tensors, line = index.trace.tensors, index.trace.error.line
    found = [t for t in failing_tensors(index) if not tensors[t].requires_grad]
    if found:
        return found[0]
    made = [t for t, entry in enumerate(tensors) if entry.line == line and not entry.requires_grad]
    return made[-1] if made else None


def _rebound(index: TraceIndex, root: int) -> int | None:
    """Return the tensor on the way to a root that took over the name of the leaf it was computed from."""
    for link in cuts_of(index).origin(root) or ():
        source, target = index.trace.tensors[link.source], index.trace.tensors[link.target]
        is_other = source.identity != target.identity
        if is_other and index.is_trainable(link.source) and set(source.names) & set(target.names):
            return link.target
    return None


# ---- what no root leads to


@explains("error")
def unused(index: TraceIndex) -> Finding | None:
    """Explain an input that autograd.grad does not find in the graph."""
    if not says(index, "appears to not have been used in the graph"):
        return None
    line, run = index.trace.error.line, next((r for r in reversed(index.trace.passes) if r.kind == "grad"), None)
    roots = set() if run is None else {root.tensor for root in run.roots if root.tensor is not None}
    for tensor in failing_tensors(index):
        way = cuts_of(index).way(tensor, roots)
        cut = next((link for link in way or () if link.cut), None)
        if cut is not None:
            return _at_cut(index, tensor, cut, say("why.rootless.asked", line=line, name=index.title(tensor)))
        if way is None and tensor not in roots:
            text = say("why.not_in_loss.asked", line=line, name=index.title(tensor))
            return failure(index, "not_in_loss", line, text, tensor, pass_line=line)
    return failure(index, "not_in_loss", line)


def _at_cut(index: TraceIndex, tensor: int, cut: Link, start: str) -> Finding:
    said, lines = said_of(index, cut)
    facts = {"pass_line": index.trace.error.line, **lines}
    found = failure(index, cut.cut.cause, cut.cut.line, f"{start} {said}", tensor, cut.target, **facts)
    return replace(found, advice=cut.cut.advice)
