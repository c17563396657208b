"""Overwritten gradients: a custom backward or a hook changes in place what others hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Step

from ...catalogue import say
from .. import numbers
from ..finding import Finding, finding, known
from ..flow import leaf_below
from ..index import TraceIndex, inputs_of


@finding("gradient_overwritten", lesson="forgotten-clone")
def overwritten(index: TraceIndex) -> Iterator[Finding]:
    """Yield the gradients that a custom backward, or a hook, has changed while others waited for them."""
    for run, steps in index.steps_of_pass.items():
        writes = [i for i in steps if index.trace.steps[i].kind == "write"]
        if writes:
            yield from _victims(index, run, steps, writes)
    for step in index.trace.steps:
        if step.kind == "write" and index.phase(step.scope) == "backward":
            yield from _expanded(index, step) if _spreads(index, step) else _holders(index, step)


def _victims(index: TraceIndex, run: int, steps: list[int], writes: list[int]) -> Iterator[Finding]:
    """Yield the first node that found something else than what had arrived, after a write."""
    arrived: dict[tuple[int, int], tuple[int, int | None]] = {}
    replaced = set()
    for number in steps:
        step = index.trace.steps[number]
        if step.kind == "hook":
            replaced.add(step.fn)
        for output, value in _met(step) if step.fn not in replaced else ():
            since, expected = arrived.get((step.fn, output), (number, value))
            write = next((w for w in reversed(writes) if since < w < number), None)
            if write is not None and index.differ(expected, value):
                yield _victim(index, step, index.trace.steps[write], expected, value)
                return
        if step.kind == "arrive":
            arrived[step.fn, step.output or 0] = number, step.after


def _met(step: Step) -> list[tuple[int, int | None]]:
    """Return what a step finds at the outputs of its node: what waits for the rest of a sum, or all of it."""
    match step.kind:
        case "arrive":
            return [(step.output or 0, step.before)]
        case "accumulate" if step.fn is not None:
            return [(0, step.value)]
        case "run" if step.how != "end":
            return list(enumerate(step.incoming or []))
    return []


def _victim(index: TraceIndex, step: Step, write: Step, expected: int, value: int) -> Finding:
    fn = index.trace.fns[step.fn]
    leaf = leaf_below(index, step.fn)
    name = say("why.gradient_overwritten.gradient") if leaf is None else index.title(leaf)
    waiting = _made_by(index, step.fn)
    scope = index.scope_of(write.scope)
    where = say("why.gradient_overwritten.hook") if scope is None else f"{scope.name}.{scope.phase}"
    before, after = (numbers.written(index.trace.values[v]) for v in (expected, value))
    used = (
        say("why.gradient_overwritten.added_to") if step.kind == "arrive" else say("why.gradient_overwritten.ran_with")
    )
    text = say(
        "why.gradient_overwritten.told", line=write.line, where=where, write=index.trace.ops[write.op].text, holder=waiting,
        before=before, node=fn.name, used=used, after=after, name=name,
    )  # fmt: skip
    evidence = {"arrived": numbers.fact(index.trace.values[expected]), "used": numbers.fact(index.trace.values[value])}
    found = Finding(name, "wrong", write.line, "gradient_overwritten", text, leaf, write.tensor, evidence)
    return replace(found, spoilt=_output_of(index, step.fn))


def _output_of(index: TraceIndex, fn: int) -> int | None:
    """Return the first tensor that a node's operation made, None if it is of none."""
    entry = index.trace.fns[fn]
    return None if entry.op is None else index.trace.ops[entry.op].outputs[0]


def _made_by(index: TraceIndex, fn: int) -> str:
    entry = index.trace.fns[fn]
    outputs = [] if entry.op is None else index.trace.ops[entry.op].outputs
    holders = [entry.variable] if entry.variable is not None else outputs
    return index.title(holders[0]) if holders else entry.name


def _spreads(index: TraceIndex, step: Step) -> bool:
    """Return whether a write to the elements that a mask selects has changed others: an expanded tensor holds one number."""
    values = index.trace.values
    before, after = (None if v is None else values[v] for v in (step.before, step.after))
    masks = [values[index.trace.tensors[t].value] for t in inputs_of(index.trace.ops[step.op])]
    return any(
        mask.dtype == "bool"
        and before is not None
        and before.shape == mask.shape
        and any(a != b and not is_set for a, b, is_set in zip(before.data, after.data, mask.data, strict=False))
        for mask in masks
    )


def _expanded(index: TraceIndex, step: Step) -> Iterator[Finding]:
    """Yield the leaf whose gradient is wrong since a custom backward has changed the one number of an expanded gradient."""
    scope = index.scope_of(step.scope)
    leaf = leaf_below(index, scope.fn)
    name = say("why.gradient_overwritten.gradient") if leaf is None else index.title(leaf)
    before, after = (numbers.written(index.trace.values[v]) for v in (step.before, step.after))
    text = say(
        "why.gradient_overwritten.expanded",
        line=step.line,
        function=scope.name,
        write=index.trace.ops[step.op].text,
        before=before,
        after=after,
        name=name,
    )
    evidence = {
        "before": numbers.fact(index.trace.values[step.before]),
        "after": numbers.fact(index.trace.values[step.after]),
    }
    yield Finding(name, "wrong", step.line, "gradient_overwritten", text, leaf, step.tensor, evidence)


def _holders(index: TraceIndex, step: Step) -> Iterator[Finding]:
    """Yield the tensors of the program that a custom backward overwrites: a seed with a name, or what it has saved."""
    scope = index.scope_of(step.scope)
    fn = index.trace.fns[scope.fn]
    saved = {index.trace.tensors[s.tensor].identity for s in fn.saved if s.tensor is not None}
    if fn.op is not None:
        call = index.trace.ops[fn.op]
        saved |= {index.trace.tensors[t].identity for t in (*inputs_of(call), *call.outputs)}
    seeds = {root.given for run in index.trace.passes for root in run.roots if root.given is not None}
    touched = [step.tensor, *(t for t, _ in step.changed or ())]
    for t in touched:
        entry = index.trace.tensors[t]
        names = [name for name in index.names(entry.identity) if not name.endswith((".grad", ".data"))]
        if names and (t in seeds or entry.identity in saved):
            name = index.title(t)
            how = index.trace.ops[step.op].text
            text = say("why.gradient_overwritten.holder", line=step.line, function=scope.name, name=name, write=how)
            evidence = known(write_line=step.line)
            yield Finding(name, "wrong", step.line, "gradient_overwritten", text, t, step.tensor, evidence)
            return
