"""What the results of modules are called: `model(X)` for a class of the program, what it computes inside of PyTorch's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from autograd_engine.trace.schema import Operation, Trace

from ...catalogue import say
from ..wording.box_text import columns
from .clusters import outwards

ARGUMENT_COLUMNS = 12
CUT = "…"

_CLASS = re.compile(r"^[ \t]*class[ \t]+(\w+)", re.MULTILINE)


class Modules:
    """The calls of modules in a Trace: what leaves each, and what that is called."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.own = set(_CLASS.findall(trace.source))
        self.around = cache(self._around)
        self.users: dict[int, list[int]] = {}  # the operations that use each tensor
        self.given: dict[int, list[int]] = {}  # what the operations inside each module call use
        for index, op in enumerate(trace.ops):
            for t in _inputs(op):
                self.users.setdefault(t, []).append(index)
                for scope in self.around(op.scope):
                    self.given.setdefault(scope, []).append(t)

    def name(self, t: int, titles: Sequence[str]) -> str:
        """Return what a tensor is called as the result of a module, "" if it is none that has a name of its own."""
        tensor = self.trace.tensors[t]
        if tensor.op is None or self.trace.ops[tensor.op].in_place:
            return ""
        left = [scope for scope in self.around(self.trace.ops[tensor.op].scope) if self.leaves(t, scope)]
        if not left:
            return ""
        outermost = left[-1]
        if self.is_inner(outermost):
            return self.computed(outermost)
        scope = self.trace.scopes[outermost]
        is_model = scope.type in self.own and len(self.around(outermost)) == 1
        return f"{scope.name}({self.arguments(outermost, titles)})" if is_model else ""

    def is_inner(self, scope: int | None) -> bool:
        """Return whether a module call is inside of one of PyTorch's own modules, whose code the program does not show."""
        return any(self.trace.scopes[s].type not in self.own for s in self.around(scope)[1:])

    def is_hidden(self, scope: int | None) -> bool:
        """Return whether what is computed in a scope is written in one of PyTorch's own modules."""
        around = self.around(scope)
        return bool(around) and self.trace.scopes[around[0]].type not in self.own

    def _around(self, scope: int | None) -> list[int]:
        """Return the module calls around an operation of this scope, the innermost first."""
        scopes = self.trace.scopes
        return [s for s in outwards(scopes, scope) if scopes[s].kind == "module"]

    def is_masked(self, t: int) -> bool:
        """Return whether a tensor is what a dropout keeps."""
        return any(self.trace.ops[op].name == "bernoulli_" for op in self.users.get(t, ()))

    def leaves(self, t: int, scope: int) -> bool:
        """Return whether a tensor is the one result of a module call: used outside, or the last that is made inside."""
        op = self.trace.tensors[t].op
        users = self.users.get(t, ())
        if any(scope in self.around(self.trace.ops[user].scope) for user in users):
            return False
        return bool(users) or self.trace.ops[op].outputs[0] == t and not self.goes_on(op, scope)

    def goes_on(self, op: int, scope: int) -> bool:
        """Return whether a module call has a later operation than this one."""
        following = self.trace.ops[op + 1 : op + 2]
        return bool(following) and scope in self.around(following[0].scope)

    def computed(self, scope: int) -> str:
        """Return what a module inside of PyTorch's own computes, in a word: its own name where that says it."""
        it, *outer = (self.trace.scopes[s] for s in self.around(scope))
        last = it.name.rpartition(".")[2]
        if it.type == "MultiheadAttention":
            return say("view.names.attention")
        if last == "linear2" and outer[0].type.startswith("Transformer"):
            return say("view.names.feed_forward")
        return f"{outer[-1].name}.{it.name}" if last.isdecimal() else last

    def arguments(self, scope: int, titles: Sequence[str]) -> str:
        """Return the tensors that a module call is given, as they are called."""
        given = dict.fromkeys(
            titles[t] for t in self.given.get(scope, ()) if t < len(titles) and self.comes_in(t, scope)
        )
        return ", ".join(name if columns(name) <= ARGUMENT_COLUMNS else CUT for name in given)

    def comes_in(self, t: int, scope: int) -> bool:
        """Return whether a tensor is given to a module call: it is neither made in there nor a part of the module."""
        tensor = self.trace.tensors[t]
        return not any("." in name for name in tensor.names) and scope not in self.around(tensor.scope)


def _inputs(op: Operation) -> Iterator[int]:
    for argument in op.inputs:
        yield from argument.tensors or ()
