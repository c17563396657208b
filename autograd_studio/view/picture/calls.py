"""The links from nodes to the gradients that a Function's own backward, or a hook, gets to see."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from autograd_engine.trace.schema import Trace, function_of

from .picture import Link, Picture


def add_calls(trace: Trace, picture: Picture) -> None:
    """Link each node with the tensors that its gradients are in calls of the user's code."""
    _Calls(trace, picture).calls()


class _Calls:
    def __init__(self, trace: Trace, picture: Picture) -> None:
        self.trace = trace
        self.picture = picture
        self.starts = [tensor.step for tensor in trace.tensors]

    def calls(self) -> None:
        """Link a node with the gradients that its Function's backward, or a hook on it, gets to see."""
        for index, step in enumerate(self.trace.steps):
            if step.fn is not None and (step.kind == "hook" or step.how == "begin"):
                incoming = step.incoming or []
                for t in self.met_in_hook(index) if step.kind == "hook" else self.met_in_backward(index):
                    value = self.trace.tensors[t].value
                    if value in incoming:
                        self.connect_call(step.fn, step.output or incoming.index(value), t)

    def connect_call(self, fn: int, output: int, tensor: int) -> None:
        found = self.picture
        source = found.of_output.get((fn, output), found.of_fn[fn])
        self.picture.connect(Link(source, found.of_tensor[tensor], "same"))

    def met_in_hook(self, index: int) -> list[int]:
        """Return the tensors without origin in what a hook does, which is in the steps before its own."""
        first = index
        while first and self.trace.steps[first - 1].kind in ("op", "write", "create"):
            first -= 1
        return self.without_origin(bisect_left(self.starts, first), bisect_right(self.starts, index))

    def met_in_backward(self, index: int) -> list[int]:
        """Return the tensors without origin in the backward that step `index` begins."""
        steps, scopes = self.trace.steps, self.trace.scopes
        scope = function_of(scopes, steps[index + 1].scope) if index + 1 < len(steps) else None
        if scope is None or scopes[scope].fn != steps[index].fn:
            return []
        low, high = bisect_left(self.starts, index), len(self.starts)
        return [t for t in self.without_origin(low, high) if function_of(scopes, self.trace.tensors[t].scope) == scope]

    def without_origin(self, low: int, high: int) -> list[int]:
        tensors = self.trace.tensors
        return [t for t in range(low, high) if tensors[t].op is None and tensors[t].kind == "constant"]
