"""Operations: what ran in the forward direction, the calls of custom Functions included."""

from __future__ import annotations

from typing import Any, NamedTuple

from .arguments import Arguments
from .draft import Draft
from .nodes import NodeRef, Nodes, named
from .tensors import Tensors


class Update(NamedTuple):
    """What changed a tensor in the place of an operator: a step of an optimizer."""

    label: str
    parameters: tuple


class Operations:
    """Reads the log's entries about operations."""

    def __init__(self, draft: Draft, tensors: Tensors, nodes: Nodes, arguments: Arguments) -> None:
        self._draft = draft
        self._tensors = tensors
        self._nodes = nodes
        self._arguments = arguments
        self._calls: list[tuple] = []  # the calls of custom forwards that have not returned

    def op(self, op: Any, refs: tuple, outs: tuple, where: Any) -> None:
        """An operation ran."""
        draft = self._draft
        if self._is_internal(where):
            return
        index, operation = draft.operation(op.label, self._arguments.of(op, refs), where)
        recorded = op  # or its form for a number as the second operand, whose node has one edge
        for note, array, requires_grad, kind, seq, nr, base, version in outs:
            fn = None if kind is None else self._nodes.index_of_new(kind, seq)
            recorded = recorded if kind is None else kind._op
            self._add(operation, index, note, array, requires_grad, version, nr, fn, base=self._tensors.index(base))
            operation.fn = operation.fn if fn is None else fn
        if operation.fn is not None:
            self._nodes.complete(draft.trace.fns[operation.fn], index, recorded, named(op, refs), operation.outputs)
        draft.step("op", operation.line, op=index, tensor=operation.outputs[0] if operation.outputs else None)

    def _add(
        self, operation: Any, index: int, note: Any, array: Any, requires_grad: bool, version: int, nr: int, fn: int | None,
        **more: Any,
    ) -> None:  # fmt: skip
        """Add an output of an operation."""
        tensor = self._tensors.add(
            note,
            array,
            "result",
            requires_grad,
            version,
            op=index,
            line=operation.line,
            text=operation.text,
            output=nr,
            fn=fn,
            **more,
        )
        operation.outputs.append(tensor)

    def _is_internal(self, where: Any) -> bool:
        """Return whether an operation is the backward pass's own doing, and no part of a graph either."""
        run = self._draft.run
        return run is not None and not run.recorded and not self._draft.in_backward and where == run.where

    def function(self, node: NodeRef, refs: tuple, where: Any) -> None:
        """A custom forward begins."""
        index = self._nodes.index(node)
        fn = self._draft.trace.fns[index]
        fn.line, _ = self._draft.places.at(where)
        self._calls.append((refs, where))

    def function_end(self, node: NodeRef, outs: tuple, edges: list, saved: list, ctx: list) -> None:
        """A custom forward returned."""
        draft = self._draft
        refs, where = self._calls.pop()
        fn = draft.trace.fns[self._nodes.index(node)]
        arguments = self._arguments.of_custom(node.kind, refs)
        index, operation = draft.operation(fn.name.removesuffix("Backward"), arguments, where)
        for note, array, requires_grad, out_node, nr, version in outs:
            self._add(operation, index, note, array, requires_grad, version, nr, self._nodes.index(out_node))
        if edges:
            operation.fn, fn.op = self._nodes.index(node), index
            self._nodes.complete_custom(fn, node.kind, refs, edges, saved, ctx)
        output = operation.outputs[0] if operation.outputs else None
        draft.step("op", operation.line, op=index, tensor=output, how="function")

    def function_fail(self) -> None:
        """A custom forward raised an exception."""
        self._calls.pop()
        self._draft.failing = self._draft.failing[0], self._draft.failing[1] or self._draft.scope

    def abandon(self) -> None:
        """Forget the calls that have not returned."""
        self._calls.clear()
