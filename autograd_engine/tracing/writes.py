"""Writes: in-place operations, which give tensors new states and others on the same memory new contents."""

from __future__ import annotations

from typing import Any

from ..trace.schema import Fn, Tensor
from .arguments import Arguments
from .draft import Draft
from .entries import NodeRef, Ref, Wrote, WroteOutside
from .grads import Grads
from .nodes import Nodes, named
from .operations import Update
from .passes import Passes
from .tensors import Tensors


class Writes:
    """Reads the log's entries about in-place operations."""

    def __init__(
        self, draft: Draft, tensors: Tensors, nodes: Nodes, arguments: Arguments, grads: Grads, passes: Passes
    ) -> None:
        self._draft = draft
        self._tensors = tensors
        self._nodes = nodes
        self._arguments = arguments
        self._grads = grads
        self._passes = passes

    def write(self, wrote: Wrote) -> None:
        """Add an in-place operation."""
        tensors = self._tensors
        op, refs, note, array, version, node = wrote.op, wrote.refs, wrote.note, wrote.array, wrote.version, wrote.node
        label = (op.label if hasattr(op, "label") else str(op)) + "_"
        line, _ = self._draft.places.at(wrote.where)
        grads = [other for other in dict.fromkeys([note, *tensors.sharing(array)]) if other in tensors.owners]
        if grads and (note in tensors.owners or note not in tensors.latest):
            self._grads.written(grads, label, line, wrote.since)
            return
        if wrote.base is not None and self._is_new(wrote.base.node):
            self._write_view(wrote, label)
            return
        if self._draft.runs and note not in tensors.latest:
            self._grads.overwritten(note, array, version - 1)
        known = note in tensors.latest
        if not known:
            # A nameless way to the memory of another tensor, as in `w.data -= g`: what is written is that
            # tensor.
            shown, version = self._seen_through(note, array, version)
            refs = tuple([shown if type(ref) is Ref and ref == note else ref for ref in refs])
            note = shown
        before = tensors.latest.get(note)
        entry = None if before is None else self._draft.trace.tensors[before]
        wants = wrote.requires_grad if known or entry is None else entry.requires_grad
        index, operation = self._draft.operation(label, self._arguments.of(op, refs), wrote.where, in_place=True)
        state = self._new_state(
            entry, note, array, wants, version, node, op=index, line=line, text=operation.text, output=wrote.output
        )
        operation.outputs.append(state)
        if node is not None and self._is_new(node):
            operation.fn = self._nodes.index(node)
            fn = self._draft.trace.fns[operation.fn]
            if not fn.edges and hasattr(op, "inputs"):
                self._complete(fn, index, op, refs, note, before)
        is_other_memory = label == "set_data_"  # the memory that the tensor has now was there before, unchanged
        changed = None if is_other_memory else tensors.changed(array, note, version if known else None)
        self._step(index, entry, state, array, changed)
        self._grads.written(grads, label, line, wrote.since)

    def outside(self, entry: WroteOutside) -> None:
        """Add the write by which NumPy has changed memory that tensors show."""
        if self._tensors.alike(entry.array):
            self.write(Wrote(Update("numpy", ()), (), entry.note, entry.array, where=entry.where))

    def _new_state(
        self, entry: Tensor | None, note: int, array: Any, requires_grad: bool, version: int, node: NodeRef | None,
        **fields: Any,
    ) -> int:  # fmt: skip
        """Add the state that a write leaves a tensor in; `entry` is the one before."""
        kind = "result" if node is not None else "constant" if entry is None else entry.kind
        base = None if entry is None else entry.base
        fn = self._nodes.index(node)
        return self._tensors.add(note, array, kind, requires_grad, version, base=base, fn=fn, **fields)

    def _step(self, op: int, before: Tensor | None, state: int, array: Any, changed: list | None) -> None:
        trace = self._draft.trace
        self._draft.step(
            "write",
            trace.ops[op].line,
            op=op,
            tensor=state,
            before=None if before is None else before.value,
            after=trace.tensors[state].value,
            changed=changed,
            versions=[self._tensors.version_now(t) for t, _ in changed or ()] or None,
            waiting=self._passes.overwritten(array),
        )

    def _is_new(self, node: NodeRef) -> bool:
        """Return whether a write has made this node; under no_grad a tensor keeps the one it had."""
        return self._draft.trace.fns[self._nodes.index(node)].op is None

    def _complete(self, fn: Fn, index: int, op: Any, refs: tuple, note: int, before: int | None) -> None:
        """Describe a write's node. Its input is the tensor's old state, of which it saves a copy."""
        outputs = self._draft.trace.ops[index].outputs
        if before is not None:
            self._tensors.latest[note] = before
        self._nodes.complete(fn, index, op, named(op, refs), outputs)
        self._tensors.latest[note] = outputs[0]
        for saved in fn.saved:
            if saved.tensor == before:
                saved.version = None

    def _write_view(self, wrote: Wrote, label: str) -> None:
        """Add a recorded write through a view: the base gets a new state, whose node is CopySlices."""
        tensors, trace = self._tensors, self._draft.trace
        op, refs, note, version = wrote.op, wrote.refs, wrote.note, wrote.version
        base_note, base_node, array = wrote.base
        regrown = tensors.unseen.pop(note, None)
        old = tensors.index(base_note)
        index, operation = self._draft.operation(label, self._arguments.of(op, refs), wrote.where, in_place=True)
        operation.fn = self._nodes.index(base_node)
        state = tensors.add(
            base_note,
            array,
            "result",
            True,
            version,
            op=index,
            fn=operation.fn,
            line=operation.line,
            text=operation.text,
        )
        operation.outputs.append(state)
        given = dict(zip([p.name for p in op.parameters], refs, strict=False))
        fn = trace.fns[operation.fn]
        fn.op, fn.line = index, operation.line
        fn.edges = [tensors.edge("base", old)]
        fn.edges += [tensors.edge(p.name, self._arguments.operand(p.name, given.get(p.name))) for p in op.inputs[1:]]
        changed = tensors.changed(array, base_note, version)
        if regrown is not None:
            regrown.version = version
            tensors.unseen[note] = regrown
        self._step(index, None if old is None else trace.tensors[old], state, array, changed)

    def _seen_through(self, note: int, array: Any, version: int) -> tuple[int, int]:
        """Return the number of the tensor that a nameless one shows, and its version, which does not
        change."""
        for other in self._tensors.alike(array):
            if other in self._tensors.latest:
                self._tensors.unseen.pop(note, None)
                return other, self._draft.trace.tensors[self._tensors.latest[other]].version
        return note, version
