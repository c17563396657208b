"""Constants: parts of a loss that were computed from gradients without a history, and so change nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from autograd_engine.trace.schema import Operation

from ...catalogue import say
from ..cuts import cuts_of
from ..finding import Finding, explains, known
from ..index import TraceIndex
from .none.gaps import said_of


@explains("program")
def constant_parts(index: TraceIndex) -> Iterator[Finding]:
    """Yield the gradients of passes that were not recorded and that one number of a loss is computed from.

    A number that is only added to what is differentiated changes no gradient: that is never what somebody wants.
    """
    told = set()
    for gradient, entry in enumerate(index.trace.tensors):
        if gradient not in index.users or entry.fn is not None:
            continue
        if entry.op is not None and not index.is_result_of_grad(gradient):
            yield from _without_history(index, gradient, told)
            continue
        run = index.unrecorded_pass(gradient)
        part = None if run is None or run.line in told else _added(index, gradient)
        if part is not None:
            told.add(run.line)
            name, loss = index.title(gradient), index.title(part.outputs[0])
            text = say("why.create_graph.constant_told", line=part.line, loss=loss, name=name, pass_line=run.line)
            evidence = known(added_line=part.line, pass_line=run.line)
            yield Finding(name, "wrong", run.line, "create_graph", text, gradient, part.outputs[0], evidence)


def _without_history(index: TraceIndex, gradient: int, told: set) -> Iterator[Finding]:
    """Yield what a custom backward has computed without a history, if a number of a loss was made of it alone."""
    scope = index.scope_of(index.trace.tensors[gradient].scope)
    if scope is None or scope.phase != "backward" or not index.trace.tensors[gradient].names:
        return
    way = cuts_of(index).origin(gradient)
    cut = cuts_of(index).last_cut(way or [])
    part = None if cut is None or cut.cut.line in told else _added(index, gradient)
    if part is not None:
        told.add(cut.cut.line)
        name, loss = index.title(gradient), index.title(part.outputs[0])
        said, lines = said_of(index, cut)
        parts = {"line": part.line, "loss": loss, "name": name, "function": scope.name, "cut": said}
        text = say("why.create_graph.constant_inside", **parts)
        evidence = known(added_line=part.line) | lines
        yield Finding(name, "wrong", cut.cut.line, cut.cut.cause, text, gradient, part.outputs[0], evidence)


def _added(index: TraceIndex, gradient: int) -> Operation | None:
    """Return the operation that adds a single number made of a gradient alone to what a pass starts at."""
    tensors = index.trace.tensors
    waiting, seen = [gradient], {gradient}
    while waiting:
        here = waiting.pop()
        is_number = math.prod(index.value(here).shape) == 1 < math.prod(index.value(gradient).shape)
        for op in (index.trace.ops[number] for number in index.users.get(here, ())):
            if not any(tensors[t].requires_grad for t in op.outputs):
                waiting += [t for t in op.outputs if t not in seen]
                seen.update(op.outputs)
            elif is_number and op.name in ("add", "sub"):
                way = cuts_of(index).way(op.outputs[0], index.roots)
                if way is not None and not any(link.cut for link in way):
                    return op
    return None
