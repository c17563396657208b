"""Unseen writes: saved tensors that were changed without a new version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Fn, Step

from ...catalogue import say
from .. import numbers
from ..finding import Finding, finding
from ..flow import leaves_below
from ..index import TraceIndex


@finding("saved_changed_unseen", lesson="detach-or-data")
def changed_unseen(index: TraceIndex) -> Iterator[Finding]:
    """Yield the saved tensors that held something else when a node ran, with their version unchanged."""
    current: dict[int, tuple[int, Step]] = {}  # by identity: what a write has left, and the write
    told: set[tuple[int | None, int]] = set()
    for step in index.trace.steps:
        if step.kind == "write" and step.tensor is not None:
            current[index.trace.tensors[step.tensor].identity] = index.trace.tensors[step.tensor].value, step
            for t, value in step.changed or ():
                current[index.trace.tensors[t].identity] = value, step
        elif step.kind == "run" and step.how != "begin" and step.fn is not None:
            for saved, version in zip(index.trace.fns[step.fn].saved, step.versions or (), strict=False):
                if saved.tensor is None or version is None or version != saved.version:
                    continue
                entry = index.trace.tensors[saved.tensor]
                value, write = current.get(entry.identity, (entry.value, step))
                if not index.differ(entry.value, value) or not _follows(
                    index, write, saved.tensor, index.trace.fns[step.fn]
                ):
                    continue
                if entry.fn == step.fn and index.trace.ops[write.op].name == "set_data_":
                    continue  # a node keeps the memory of its own result
                for leaf in _spoiled(index, index.trace.fns[step.fn], saved.name):
                    if (write.line, leaf) not in told:
                        told.add((write.line, leaf))
                        yield _unseen(index, step, saved.tensor, write, value, leaf)


def _spoiled(index: TraceIndex, fn: Fn, saved: str) -> Iterator[int]:
    """Yield the leaves that get what a node computes with the tensor it has saved under a name."""
    unused = {
        name
        for formula in fn.formulas
        for name in formula.inputs
        if not re.search(rf"\b{re.escape(saved)}\b", formula.text)
    }
    yield from leaves_below(index, [edge.to for edge in fn.edges if edge.input not in unused])


def _follows(index: TraceIndex, write: Step, tensor: int, fn: Fn) -> bool:
    """Return whether a write came after the state that was saved, and after the node that saved it was made."""
    tensors = index.trace.tensors
    made = [tensor] if fn.op is None else [tensor, index.trace.ops[fn.op].outputs[0]]
    return tensors[write.tensor].step > max(tensors[t].step for t in made)


def _unseen(index: TraceIndex, step: Step, tensor: int, write: Step, value: int, leaf: int) -> Finding:
    fn = index.trace.fns[step.fn]
    saved, name = index.title(tensor), index.title(leaf)
    before, after = numbers.written(index.value(tensor)), numbers.written(index.trace.values[value])
    text = say(
        "why.saved_changed_unseen.told",
        line=write.line,
        write=index.trace.ops[write.op].text,
        saved=saved,
        before=before,
        after=after,
        saved_line=fn.line,
        pass_line=step.line,
        name=name,
    )
    is_outside = index.trace.ops[write.op].name == "numpy_"
    advice = say("why.saved_changed_unseen.numpy_advice")
    evidence = {"saved": numbers.fact(index.value(tensor)), "used": numbers.fact(index.trace.values[value])}
    found = Finding(name, "wrong", write.line, "saved_changed_unseen", text, leaf, write.tensor, evidence)
    return replace(found, advice=advice) if is_outside else found
