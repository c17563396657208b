"""Whether what a Trace refers to exists: one that comes out of a sandbox may say anything."""

from __future__ import annotations

import math

from autograd_engine.trace.schema import Trace

_MOST_DIMENSIONS = 64


def check_references(trace: Trace) -> None:
    """Raise ValueError if an index of a Trace points outside of its table."""
    sizes = {
        "value": len(trace.values), "tensor": len(trace.tensors), "op": len(trace.ops), "fn": len(trace.fns),
        "scope": len(trace.scopes), "pass": len(trace.passes), "step": len(trace.steps) + 1,
    }  # fmt: skip

    def refer(table: str, *indices: int | None) -> None:
        for index in indices:
            if index is not None and not 0 <= index < sizes[table]:
                raise ValueError(f"{table} {index} does not exist")

    for t in trace.tensors:
        refer("value", t.value, t.tangent), refer("op", t.op), refer("fn", t.fn), refer("tensor", t.base, t.grad_of)
        refer("scope", t.scope), refer("step", t.step)
    for op in trace.ops:
        refer("tensor", *op.outputs, *(i for a in op.inputs for i in a.tensors or ()))
        refer("fn", op.fn), refer("scope", op.scope)
    for fn in trace.fns:
        refer("op", fn.op), refer("scope", fn.scope)
        refer("tensor", fn.variable, *(s.tensor for s in (*fn.saved, *fn.ctx)))
        for edge in fn.edges:
            refer("fn", edge.to), refer("tensor", edge.source)
    for index, scope in enumerate(trace.scopes):
        refer("fn", scope.fn), refer("scope", scope.parent)
        if scope.parent is not None and scope.parent >= index:
            raise ValueError("a scope comes before the one around it")
    for run in trace.passes:
        refer("tensor", *(run.inputs or ())), refer("pass", run.parent)
        for root in run.roots:
            refer("tensor", root.tensor, root.given), refer("fn", root.fn), refer("value", root.seed)
    for step in trace.steps:
        refer("tensor", step.tensor, *(step.tensors or ())), refer("op", step.op), refer("scope", step.scope)
        refer("fn", step.fn, step.origin), refer("pass", step.run)
        refer("value", step.value, step.before, step.after, *(step.incoming or ()), *(step.outgoing or ()))
        for pair in step.changed or ():
            if len(pair) != 2:
                raise ValueError("a change is a pair of a tensor and a value")
            refer("tensor", pair[0]), refer("value", pair[1])
        for place in step.waiting or ():
            if len(place) != 3:
                raise ValueError("a gradient waits at an output of a node, with a value")
            refer("fn", place[0]), refer("value", place[2])
    for value in trace.values:
        shape = value.shape if value.corner is None else value.corner
        # a product of very many factors, or huge ones, would take minutes
        if max(len(value.shape), len(shape)) > _MOST_DIMENSIONS or not all(0 <= n < 1 << 63 for n in value.shape):
            raise ValueError("no tensor has such a shape")
        if math.prod(shape) != len(value.data):
            raise ValueError("a value's data do not have its shape")
    for read in trace.reads:
        refer("tensor", read.tensor), refer("step", read.step)
    for index, _ in trace.stdout:
        refer("step", index)
