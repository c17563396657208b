"""Custom Functions whose backward is wrong: it computes with what forward kept on ctx, or leaves out the chain rule."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Operation

from ...catalogue import say
from .. import numbers
from ..cuts import cuts_of
from ..finding import Evidence, Finding, finding, known
from ..flow import leaf_below
from ..index import TraceIndex, inputs_of


@finding("kept_on_ctx", lesson="lost-history")
def kept_on_ctx(index: TraceIndex) -> Iterator[Finding]:
    """Yield what a backward computes with that its forward kept on ctx, where that has made a gradient wrong."""
    ran = {step.fn for step in index.trace.steps if step.kind == "run"}
    told = set()
    for op in index.trace.ops:
        scope = index.scope_of(op.scope)
        if scope is None or scope.phase != "backward" or scope.fn is None or scope.fn in told:
            continue
        for t in inputs_of(op):
            lost = _lost_history(index, op, t, scope.fn, ran) or _changed_since(index, t, scope.fn)
            if lost is not None:
                told.add(scope.fn)
                yield _kept(index, t, scope.fn, *lost)
                break


def _kept(index: TraceIndex, t: int, fn: int, text: str, evidence: Evidence) -> Finding:
    kept = next((name for name in index.trace.tensors[t].names if "." in name), "")
    line = index.source.assignments_on_ctx().get(kept, index.trace.tensors[t].line)
    leaf = leaf_below(index, fn)
    name = index.trace.fns[fn].name.removesuffix("Backward") if leaf is None else index.title(leaf)
    return Finding(name, "wrong", line, "kept_on_ctx", text, leaf, t, evidence)


def _lost_history(
    index: TraceIndex, op: Operation, t: int, fn: int, ran: set[int | None]
) -> tuple[str, Evidence] | None:
    """Return what is wrong with an operation of a backward that is differentiated again, and uses what has no history."""
    entry = index.trace.tensors[t]
    scope = index.scope_of(entry.scope)
    if (
        op.fn is None
        or op.fn not in ran
        or entry.requires_grad
        or scope is None
        or scope.phase != "forward"
        or scope.fn != fn
    ):
        return None
    if cuts_of(index).origin(t) is None:
        return None
    name = index.title(t)
    text = say("why.kept_on_ctx.told", line=entry.line, name=name, function=scope.name, used_line=op.line)
    return text, known(computed_line=entry.line, used_line=op.line)


def _changed_since(index: TraceIndex, t: int, fn: int) -> tuple[str, Evidence] | None:
    """Return what is wrong with a tensor that forward kept as an attribute and that was changed in place since."""
    node, entry = index.trace.fns[fn], index.trace.tensors[t]
    saved = {index.trace.tensors[s.tensor].identity for s in node.saved if s.tensor is not None}
    call = None if node.op is None else index.trace.ops[node.op]
    around = [] if call is None else [*call.outputs, *inputs_of(call)]
    before = next((t for t in around if index.trace.tensors[t].identity == entry.identity), None)
    if before is None or entry.identity in saved or not index.differ(index.trace.tensors[before].value, entry.value):
        return None
    used, kept = index.value(t), index.value(before)
    text = say(
        "why.kept_on_ctx.changed",
        line=entry.line,
        name=index.title(t),
        write=entry.text,
        used=numbers.written(used),
        kept=numbers.written(kept),
    )
    return text, known(changed_line=entry.line, used=numbers.fact(used), kept=numbers.fact(kept))


@finding("upstream_ignored", lesson="upstream-gradient")
def ignoring(index: TraceIndex) -> Iterator[Finding]:
    """Yield the leaves below a custom backward that returns the same whatever it is given, where it was not given 1."""
    told = set()
    for step in index.trace.steps:
        fn = index.trace.fns[step.fn] if step.kind == "run" and step.how == "end" else None
        function = "" if fn is None else fn.name.removesuffix("Backward")
        given = index.source.ignored(function) if function and function not in told else ""
        if not given:
            continue
        incoming, outgoing = (
            [index.trace.values[v] for v in values or () if v is not None] for values in (step.incoming, step.outgoing)
        )
        is_other = any(numbers.is_finite(value) and numbers.edges(value) != (1, 1) for value in incoming)
        if is_other and any(not numbers.is_zero(value) for value in outgoing):
            told.add(function)
            leaf = leaf_below(index, step.fn)
            name = function if leaf is None else index.title(leaf)
            arrived, left = numbers.written(incoming[0]), numbers.written(outgoing[0])
            text = say(
                "why.upstream_ignored.told",
                function=function,
                given=given,
                line=step.line,
                arrived=arrived,
                left=left,
                name=name,
            )
            evidence = {"arrived": numbers.fact(incoming[0]), "returned": numbers.fact(outgoing[0])}
            line = index.source.return_of(function)
            yield Finding(name, "wrong", line, "upstream_ignored", text, leaf, evidence=evidence)
