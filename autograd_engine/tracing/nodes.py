"""Nodes: the table of the autograd graph's nodes, with their edges, formulas and saved tensors."""

from __future__ import annotations

import functools
import math
from typing import Any

from ..graph.accumulate import AccumulateGrad
from ..graph.node import shown_sequence_nr
from ..op.definition import REQUIRED
from ..op.shown import shown_in
from ..trace.schema import Fn, Formula, Saved, Shown
from .arguments import Arguments, names_of_forward, short_text
from .draft import Draft
from .entries import NodeRef, Ref
from .tensors import Tensors


class Nodes:
    """The table of nodes. `known` leads from a node's number in the log to its entry."""

    def __init__(self, draft: Draft, tensors: Tensors, arguments: Arguments) -> None:
        self._draft = draft
        self._tensors = tensors
        self._arguments = arguments
        self.known: dict[int, int] = {}

    def index(self, ref: NodeRef | None) -> int | None:
        """Return the entry of a node, made when it is first spoken of."""
        if ref is None:
            return None
        found = self.known.get(ref.key)
        if found is None:
            if ref.kind is AccumulateGrad:
                fn = Fn("AccumulateGrad", "accumulate", variable=self._tensors.index(ref.variable))
            else:
                fn = self._fn(ref.kind, ref.key)
            found = self._add(ref.key, fn)
        return found

    def index_of_met(self, ref: NodeRef | None) -> int | None:
        """Return the entry of a tensor's node. A pass does not bring back nodes that were left out by reading
        tensors."""
        if ref is None or not (self._draft.shortened and self._draft.runs):
            return self.index(ref)
        return self.known.get(ref.key)

    def index_of_new(self, kind: type, seq: int) -> int:
        """Return the entry of an operation's node."""
        found = self.known.get(seq)
        return self._add(seq, self._fn(kind, seq)) if found is None else found

    def _fn(self, kind: type, seq: int) -> Fn:
        formulas, shown = _formulas(kind._op)
        self._draft.trace.shown += [function for function in shown if function not in self._draft.trace.shown]
        return Fn(
            kind.__name__,
            "function" if hasattr(kind, "_forward_cls") else "op",
            shown_sequence_nr(seq),
            formulas=formulas,
        )

    def _add(self, key: int, fn: Fn) -> int:
        index = self.known[key] = len(self._draft.trace.fns)
        self._draft.trace.fns.append(fn)
        return index

    def is_shown(self, ref: NodeRef) -> bool:
        """Return whether a node belongs to what is told: after a part was left out, what hangs on that is
        not."""
        return not self._draft.shortened or ref.key in self.known or ref.variable in self._tensors.latest

    def complete(self, fn: Fn, index: int, op: Any, given: dict[str, Any], outputs: list[int]) -> None:
        """Fill in what a node's operation, `given` its arguments, says of it: its line, its edges, and what it saves."""
        fn.op, fn.line = index, self._draft.trace.ops[index].line
        for p in op.inputs:
            ref = given.get(p.name)
            for i, one in enumerate(ref if isinstance(ref, list) else [ref]):
                source = self._arguments.operand(p.name, one)
                edge = self._tensors.edge(f"{p.name}[{i}]" if isinstance(ref, list) else p.name, source)
                edge.summed = _is_elementwise(op, p.name) and self._is_broadcast(source, outputs[0])
                fn.edges.append(edge)
        layout = op.node._layout
        for p in layout.tensors:
            if self._is_used(op, p.name, fn):
                self._save(fn, p.name, given.get(p.name))
        for name, nr in layout.results:
            fn.saved.append(Saved(name, outputs[nr], self._draft.trace.tensors[outputs[nr]].version))

    def _save(self, fn: Fn, name: str, ref: Any) -> None:
        for one in ref if isinstance(ref, list) else [ref]:
            if type(one) is Ref and not self._arguments.is_number(name, one):
                saved = self._tensors.index(one)
                version = None if saved is None else self._draft.trace.tensors[saved].version
                fn.saved.append(Saved(name, saved, version))
            elif one is not None:
                fn.saved.append(Saved(name, None, text=short_text(one)))

    def _is_used(self, op: Any, name: str, fn: Fn) -> bool:
        """Return whether a node saves an input: not if the one formula that names it is for an input without
        gradient."""
        users = [formula for formula in op.formulas if name in formula.names]
        if len(op.formulas) < 2 or len(users) != 1 or len(users[0].inputs) != 1 or op.inputs[0].many:
            return True
        edges = [edge for edge in fn.edges if edge.input == users[0].inputs[0]]
        tensors = [self._draft.trace.tensors[edge.source] for edge in edges if edge.source is not None]
        return any(t.requires_grad for t in tensors)

    def _is_broadcast(self, source: int | None, output: int) -> bool:
        """Return whether an operand of an elementwise operation was repeated to the shape of the result."""
        if source is None:
            return False
        trace = self._draft.trace
        shape, own = (trace.values[trace.tensors[t].value].shape for t in (output, source))
        return own != shape and len(own) <= len(shape) and math.prod(own) <= math.prod(shape)

    def complete_custom(self, fn: Fn, kind: type, refs: tuple, edges: list, saved: list, ctx: list) -> None:
        """Fill in where a custom Function's gradients go, and what is on its `ctx`."""
        names = names_of_forward(kind, len(refs))
        sources = [(name, ref) for name, ref in zip(names, refs, strict=True) if type(ref) is Ref]
        for (name, ref), child in zip(sources, edges, strict=False):
            edge = self._tensors.edge(name, self._tensors.index(ref))
            edge.to = self.index(child)
            fn.edges.append(edge)
        fn.saved += [self._kept("saved_tensors", item, version) for item, version in saved]
        fn.ctx += [self._kept(name, item) for name, item in ctx]

    def _kept(self, name: str, item: Ref | str, version: int | None = None) -> Saved:
        if isinstance(item, str):
            return Saved(name, None, text=item)
        tensor = self._tensors.index(item)
        if version is None and tensor is not None:
            version = self._draft.trace.tensors[tensor].version
        return Saved(name, tensor, version)


def named(op: Any, refs: tuple) -> dict[str, Any]:
    """Return the arguments of an operation by the names of its parameters."""
    return dict(zip([p.name for p in op.parameters], refs, strict=False))


@functools.cache
def _is_elementwise(op: Any, name: str) -> bool:
    """Return whether a formula gives a gradient of the output's shape; that of what a product adds to is `grad * beta`."""
    names = next(set(formula.names) for formula in op.formulas if name in formula.inputs)
    return op.elementwise or names == {"grad", "beta"}


@functools.cache
def _formulas(op: Any) -> tuple[list[Formula], list[Shown]]:
    """Return the formulas of an operation and what they call computes, the same for all of its nodes."""
    if op is None:
        return [], []
    found = [Formula(list(f.inputs), op.formula_text(f.inputs[0]), _defaults(op, f.names)) for f in op.formulas]
    called = shown_in(*[formula.text for formula in found])
    return found, [Shown(name, list(one.parameters), one.texts) for name, one in called.items()]


def _defaults(op: Any, names: tuple) -> dict[str, str]:
    """Return what arguments that a formula names are where they are left out: None if they have no default."""
    named = [p for p in op.parameters if p.name in names and (p.optional or not p.tensor)]
    return {p.name: short_text(None if p.default is REQUIRED else p.default) for p in named}
