"""Operations: what ran in the forward direction, the calls of custom Functions included."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..trace.schema import Operation
from .arguments import Arguments
from .draft import Draft
from .entries import FunctionBegan, FunctionEnded, FunctionFailed, FunctionResult, Ran, Result
from .nodes import Nodes, named
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
        self._calls: list[FunctionBegan] = []  # the calls of custom forwards that have not returned

    def op(self, entry: Ran) -> None:
        """Add an operation that ran."""
        draft, op, refs = self._draft, entry.op, entry.refs
        if self._is_internal(entry.where):
            return
        index, operation = draft.operation(op.label, self._arguments.of(op, refs), entry.where)
        recorded = op  # or its form for a number as the second operand, whose node has one edge
        for result in entry.results:
            fn = None
            if result.kind is not None:
                operation.fn = fn = self._nodes.index_of_new(result.kind, result.seq)
                recorded = result.kind._op
            base = None if result.base is None else self._tensors.index(result.base)
            self._add(operation, index, result, fn, base=base)
        if operation.fn is not None:
            self._nodes.complete(draft.trace.fns[operation.fn], index, recorded, named(op, refs), operation.outputs)
        draft.step("op", operation.line, op=index, tensor=operation.outputs[0] if operation.outputs else None)

    def _add(
        self, operation: Operation, index: int, result: Result | FunctionResult, fn: int | None, **more: Any
    ) -> None:
        """Add a result of an operation."""
        tensor = self._tensors.add(
            result.note,
            result.array,
            "result",
            result.requires_grad,
            result.version,
            op=index,
            line=operation.line,
            text=operation.text,
            output=result.output,
            fn=fn,
            **more,
        )
        operation.outputs.append(tensor)

    def _is_internal(self, where: Any) -> bool:
        """Return whether an operation is the backward pass's own doing, and no part of a graph either."""
        run = self._draft.run
        return run is not None and not run.recorded and not self._draft.in_backward and where == run.where

    def function(self, entry: FunctionBegan) -> None:
        """Note that a custom forward begins, and where."""
        index = self._nodes.index(entry.node)
        fn = self._draft.trace.fns[index]
        fn.line, _ = self._draft.places.at(entry.where)
        self._calls.append(entry)

    def function_end(self, entry: FunctionEnded) -> None:
        """Add the call of a custom forward that returned."""
        draft, node = self._draft, entry.node
        call = self._calls.pop()
        fn = draft.trace.fns[self._nodes.index(node)]
        arguments = self._arguments.of_custom(node.kind, call.refs)
        index, operation = draft.operation(fn.name.removesuffix("Backward"), arguments, call.where)
        for result in entry.results:
            self._add(operation, index, result, self._nodes.index(result.node))
        if entry.edges:
            operation.fn, fn.op = self._nodes.index(node), index
            self._nodes.complete_custom(fn, node.kind, call.refs, entry.edges, entry.saved, entry.ctx)
        output = operation.outputs[0] if operation.outputs else None
        draft.step("op", operation.line, op=index, tensor=output, how="function")

    def function_fail(self, entry: FunctionFailed) -> None:
        """Forget the call of a custom forward that raised an exception."""
        self._calls.pop()
        self._draft.failing = self._draft.failing[0], self._draft.failing[1] or self._draft.scope

    def abandon(self) -> None:
        """Forget the calls that have not returned."""
        self._calls.clear()
