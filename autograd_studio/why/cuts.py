"""Cuts: where numbers go on and their gradients do not, and the way from a tensor to what a pass starts at.

A `Link` leads from a tensor to one that was computed from its numbers. The graph of links is what the author of a
program has in mind; where a link has a `Cut`, autograd's graph has no edge.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from autograd_engine.trace.operators import CONVERTING, NEW, PLACES, SHAPE_ONLY, UNRECORDED, operator_of
from autograd_engine.trace.schema import Operation, Scope

from ..catalogue import say
from . import numbers
from .index import TraceIndex, inputs_of
from .source.departures import Departure
from .source.syntax import normal

_CHECKPOINT = "CheckpointFunction"  # torch.utils.checkpoint with use_reentrant=True
_NEAR = 20  # tensors before one that may have been made in the same expression
_FAR = 200  # tensors looked at to find out in which block a function was called
# The causes of numbers that leave the graph.
BY_DEPARTURE = {
    "item": "item",
    "tolist": "tolist",
    "numpy": "numpy",
    "new": "new_tensor",
    "data": "data",
    "detach": "detach",
}


@dataclass(frozen=True)
class Cut:
    """A place without an edge: the cause, its line, and the line in which it happens where that is another one.

    `taken` is the expression whose numbers leave the graph through Python there.
    """

    cause: str
    line: int | None
    at: int | None
    text: str
    taken: str = ""

    @property
    def is_sample(self) -> bool:
        """Whether it is a draw from a distribution with sample(), which records nothing."""
        return self.cause == "no_grad" and _is_sample(self.text)

    @property
    def advice(self) -> str | None:
        """What to do about it, where that is more than what people do about its cause."""
        drawn = say("why.no_grad.sample_advice")
        copied = say("why.no_grad.copy_advice")
        recomputed = say("why.no_grad.checkpoint_advice")
        if "use_reentrant=True" in self.text:
            return recomputed
        return drawn if self.is_sample else copied if ".copy_(" in self.text else None


def _is_sample(text: str) -> bool:
    """Return whether an expression draws from a distribution with sample(), which records nothing."""
    return re.search(r"\.sample(_n)?\([^()]*\)$", text) is not None


@dataclass(frozen=True)
class Link:
    """Tensor `target` was computed from the numbers of tensor `source`."""

    source: int
    target: int
    cut: Cut | None = None


class Cuts:
    """All links of a run, in both directions."""

    def __init__(self, index: TraceIndex) -> None:
        self._index = index
        self.onward: dict[int, list[Link]] = {}
        self.back: dict[int, list[Link]] = {}
        self._known: dict[tuple[str, int | None], list[tuple[Departure, frozenset[str]]]] = {}
        self._ways: dict[int, list[Link] | None] = {}
        for link in (*self._computed(), *self._handed_out(), *self._shown(), *self._copied(), *self._untold()):
            self.onward.setdefault(link.source, []).append(link)
            self.back.setdefault(link.target, []).append(link)

    def scissors(self) -> list[Link]:
        """Return the links with a cut, in the order of the program."""
        found = [link for links in self.onward.values() for link in links if link.cut]
        return sorted(found, key=lambda link: link.target)

    # ---- ways

    def way(self, start: int, ends: set[int]) -> list[Link] | None:
        """Return the way from a leaf to one of `ends` with the fewest cuts, None if there is none."""
        return self._way(self._index.states[self._index.trace.tensors[start].identity], ends, self.onward, "target")

    def way_to_root(self, start: int) -> list[Link] | None:
        """Return the way from a leaf to where a backward pass started, None if there is none; it is looked for once."""
        if start not in self._ways:
            self._ways[start] = self.way(start, self._index.roots)
        return self._ways[start]

    def onward_way(self, start: int, ends: set[int]) -> list[Link] | None:
        """Return the way from one state of a tensor to one of `ends` with the fewest cuts, None if there is none."""
        return self._way([start], ends, self.onward, "target")

    def origin(self, end: int) -> list[Link] | None:
        """Return the way with the fewest cuts from a tensor that requires a gradient to `end`, in its direction."""
        tensors = self._index.trace.tensors
        ends = {t for t in range(len(tensors)) if tensors[t].requires_grad}
        ways = [self._way([end], some, self.back, "source") for some in (ends - self._untrained, ends)]
        found = [way[::-1] for way in ways if way is not None]
        return min(found, key=lambda way: sum(link.cut is not None for link in way), default=None)

    @cached_property
    def _untrained(self) -> set[int]:
        """The leaves that an optimizer could update and that none does."""
        if not self._index.trace.optimizers:
            return set()
        return self._index.all_states(set(self._index.leaves)) - self._index.all_states(set(self._index.trained))

    def last_cut(self, way: list[Link]) -> Link | None:
        """Return the last cut of a way; for what a custom forward has kept, the link to that, None if there is none."""
        cut = next((link for link in reversed(way) if link.cut), None)
        if cut is None or cut.cut.cause != "kept_on_ctx":
            return cut
        tensors = self._index.trace.tensors
        scopes = {link.target: self._index.scope_of(tensors[link.target].scope) for link in way}
        inside = [t for t, scope in scopes.items() if scope is not None and scope.phase == "forward"]
        if not inside:  # real PyTorch's recording does not lead through what a pass computes
            return cut
        kept, entry = inside[-1], tensors[inside[-1]]
        return Link(cut.source, kept, replace(cut.cut, line=entry.line, at=entry.line, text=entry.text))

    def _way(self, starts: Iterable[int], ends: set[int], links: dict[int, list[Link]], side: str) -> list[Link] | None:
        cost = dict.fromkeys(starts, 0)
        came: dict[int, Link] = {}
        waiting = deque(starts)
        while waiting and ends:  # links without a cut cost nothing, so the first end that is taken out is the nearest
            here = waiting.popleft()
            if here in ends:
                return self._traced(here, came, side)
            for link in links.get(here, ()):
                there, price = getattr(link, side), cost[here] + (link.cut is not None)
                if there not in cost or price < cost[there]:
                    cost[there], came[there] = price, link
                    waiting.append(there) if link.cut else waiting.appendleft(there)
        return None

    @staticmethod
    def _traced(end: int, came: dict[int, Link], side: str) -> list[Link]:
        found: list[Link] = []
        while end in came:
            found.append(came[end])
            end = came[end].source if side == "target" else came[end].target
        return found[::-1]

    # ---- where links come from

    def _computed(self) -> Iterator[Link]:
        """Yield the links from the inputs of operations to their outputs."""
        tensors = self._index.trace.tensors
        for op in self._index.trace.ops:
            if SHAPE_ONLY in operator_of(op.name).kind:
                continue
            is_update = op.in_place and op.name != "copy_"
            outputs = [t for t in op.outputs if not (is_update and self._index.is_trainable(t))]
            for source in dict.fromkeys(inputs_of(op)):
                if tensors[source].grad_of is not None or self._is_overwritten(source, op):
                    continue
                for target in outputs:
                    is_cut = tensors[source].requires_grad and (
                        tensors[target].fn is None or self._is_unrecorded(source, op)
                    )
                    yield Link(source, target, self._cut(op, source, target) if is_cut else None)
            yield from self._numbers_of(op, outputs)

    def _handed_out(self) -> Iterator[Link]:
        """Yield the links from what the forward of a custom Function computed last to what it handed out."""
        last: dict[str, int] = {}
        for op in self._index.trace.ops:
            scope = self._index.scope_of(op.scope)
            if scope is not None and scope.phase == "forward":
                last.update((scope.name, output) for output in op.outputs[:1])
            elif op.name in last:
                source = last.pop(op.name)
                yield from (Link(source, target) for target in op.outputs)

    def _is_overwritten(self, source: int, op: Operation) -> bool:
        """Return whether copy_() replaces the numbers of a tensor."""
        tensors = self._index.trace.tensors
        return op.name == "copy_" and tensors[source].identity in {tensors[t].identity for t in op.outputs}

    def _cut(self, op: Operation, source: int, target: int) -> Cut:
        value = self._index.value(target)
        kind, cause, line = operator_of(op.name).kind, "not_differentiable", op.line
        if op.name.startswith(("detach", "alias")) and "detach" in op.name:
            cause = "detach"
        elif PLACES in kind:
            cause = "argmax"
        elif NEW in kind:
            cause = "new_tensor"
        elif op.name == "grad":  # as real PyTorch's recording has the call
            cause, line = self._unrecorded_gradient(op)
        elif value is not None and not numbers.is_number(value):
            cause = "integer" if CONVERTING in kind else "comparison" if value.dtype == "bool" else "argmax"
        elif op.in_place and ".data." in op.text:
            cause = "data"
        elif (scope := self._index.scope_of(op.scope)) is not None:
            cause, line = self._inside(scope, op)
        elif (detached := self._detached(source)) is not None:
            cause, line = "detach", detached
        elif (late := self._late(source, op)) is not None:
            cause, line = "late_requires_grad", late
        elif _is_sample(op.text):
            cause = "no_grad"
        elif op.fn is None and UNRECORDED not in kind:
            mode = self._index.source.modes.switched_off(op.line, self._later_names(target))
            cause, line = ("no_grad", op.line) if mode is None else (mode.name, mode.line)
        return Cut(cause, line, op.line, op.text)

    def _is_unrecorded(self, tensor: int, op: Operation) -> bool:
        """Return whether a leaf required no gradient yet when an operation used it, beside others that did."""
        return (
            self._index.is_trainable(tensor)
            and self._index.trace.tensors[tensor].identity not in self._recorded
            and self._late(tensor, op) is not None
        )

    @cached_property
    def _recorded(self) -> set[int]:
        """The identities of the leaves that the graph leads to."""
        leaves = (fn.variable for fn in self._index.trace.fns)
        return {self._index.trace.tensors[leaf].identity for leaf in leaves if leaf is not None}

    def _inside(self, scope: Scope, op: Operation) -> tuple[str, int | None]:
        """Return why an operation inside of a custom Function is not recorded, and the line of that."""
        if scope.phase == "forward":
            return "no_grad" if scope.name == _CHECKPOINT else "kept_on_ctx", op.line
        once = self._index.source.decorator(scope.name, "backward", "once_differentiable")
        if once is not None:
            return "once_differentiable", once
        unrecorded = [run.line for run in self._index.trace.passes if not run.create_graph]
        return "create_graph", unrecorded[-1] if unrecorded else op.line

    def _unrecorded_gradient(self, op: Operation) -> tuple[str, int | None]:
        """Return why what a call of torch.autograd.grad gave has no history, and the line of that."""
        functions = {fn.name.removesuffix("Backward") for fn in self._index.trace.fns if fn.kind == "function"}
        marked = [self._index.source.decorator(name, "backward", "once_differentiable") for name in functions]
        once = next((line for line in marked if line is not None), None)
        assigned = self._index.source.assignments_on_ctx().items()
        kept = min((line for name, line in assigned if name.startswith("ctx.")), default=None)
        if not any(argument.name == "create_graph" and argument.text == "True" for argument in op.inputs):
            return "create_graph", op.line
        if once is not None:
            return "once_differentiable", once
        return ("not_differentiable", op.line) if kept is None else ("kept_on_ctx", kept)

    def _late(self, tensor: int, op: Operation) -> int | None:
        """Return the line that sets requires_grad of a tensor which was created without it, after an operation with it."""
        entry, line = self._index.trace.tensors[tensor], op.line
        if entry.flagged is not None:
            is_late = entry.flagged[0] > self._index.trace.tensors[op.outputs[0]].step
            return entry.flagged[1] if is_late else None
        if line is None or "requires_grad" in entry.text or not self._index.is_trainable(tensor):
            return None
        names = self._index.names(entry.identity)
        return next((at for name, at in self._index.source.grants if name in names and at > line), None)

    def _later_names(self, tensor: int) -> set[str]:
        """Return the names of a tensor and of what is computed from it without being recorded."""
        tensors, names = self._index.trace.tensors, set()
        waiting, seen = [tensor], {tensor}
        while waiting and len(seen) < _FAR:
            here = waiting.pop()
            names |= set(tensors[here].names)
            for op in self._index.users.get(here, ()):
                new = {t for t in self._index.trace.ops[op].outputs if not tensors[t].requires_grad} - seen
                seen |= new
                waiting += new
        return names

    def _detached(self, tensor: int) -> int | None:
        """Return the line that calls detach_() on a tensor."""
        names = self._index.names(self._index.trace.tensors[tensor].identity)
        return next((line for name, line in self._index.source.calls("detach_") if name in names), None)

    def _shown(self) -> Iterator[Link]:
        """Yield the links to `.data` and its like, which no operation made, and from one state of a view to the next."""
        for index, tensor in enumerate(self._index.trace.tensors):
            if tensor.op is not None or tensor.grad_of is not None:
                continue
            if tensor.base is not None and tensor.fn is None:
                line = tensor.line or self._line_of_data(index)
                yield Link(tensor.base, index, Cut("data", line, None, f"{self._index.title(tensor.base)}.data"))
            elif tensor.base is not None:
                yield Link(tensor.base, index)

    def _line_of_data(self, tensor: int) -> int | None:
        """Return the line that gives a `.data` its name, or where it has none, the line that uses it first."""
        users = self._index.users.get(tensor)
        use = self._index.trace.ops[users[0]].line if users else None
        names = self._index.trace.tensors[tensor].names
        given = [one for name in names for one in self._index.source.departures.given(name)]
        lines = [line for text, line in given if ".data" in text and (use is None or line <= use)]
        return max(lines, default=use)

    def _copied(self) -> Iterator[Link]:
        """Yield the links to tensors that were created from the numbers of others: `torch.tensor(x.tolist())`."""
        trace = self._index.trace
        for step in trace.steps:
            if step.kind == "create" and step.tensor is not None:
                tensor = trace.tensors[step.tensor]
                yield from self._from_departures(tensor.text, tensor.line, [step.tensor])

    def _untold(self) -> Iterator[Link]:
        """Yield the links to tensors of which the Trace only says that they are used, as the result of one_hot is."""
        tensors = self._index.trace.tensors
        for target, entry in enumerate(tensors):
            if entry.op is not None or entry.line is not None or entry.base is not None or entry.grad_of is not None:
                continue
            op = next((self._index.trace.ops[i] for i in self._index.users.get(target, ()) if entry.fn is None), None)
            scope = None if op is None else self._index.scope_of(op.scope)
            if scope is not None and scope.phase == "backward":  # a gradient that is passed in
                continue
            line = self._begins.get(target) if op is None else op.line
            text = self._index.source.assigned_text(entry.names, line) or ("" if op is None else op.text)
            if not text or "grad(" in text or "backward(" in text:  # what a pass makes for itself
                continue
            given = [self._index.source.assigned_at(name, line) for name in entry.names]
            departed = [*self._from_departures(text, max(filter(None, given), default=line), [target])]
            yield from departed
            if op is None:
                continue
            for source in self._mentioned(text, line, target) - {link.source for link in departed}:
                cut = Cut("not_differentiable", line, line, text) if tensors[source].requires_grad else None
                yield Link(source, target, cut)

    @cached_property
    def _begins(self) -> dict[int | None, int | None]:
        """The lines of the passes, by what they start at."""
        return {root.tensor: run.line for run in self._index.trace.passes for root in run.roots}

    def _mentioned(self, text: str, line: int | None, before: int) -> set[int]:
        """Return the tensor that a part of an expression has just made, or else those that it names."""
        tensors, near = self._index.trace.tensors, range(max(before - _NEAR, 0), before)
        made = [t for t in near if tensors[t].line == line and tensors[t].text and tensors[t].text in text]
        return (
            {made[-1]}
            if made
            else {self._named(name, [before]) for name in self._index.source.departures.used(text)} - {None}
        )

    def _numbers_of(self, op: Operation, outputs: list[int]) -> Iterator[Link]:
        """Yield the links to what was computed with plain numbers of tensors: `h * x.item()`."""
        if any(argument.text for argument in op.inputs):
            yield from self._from_departures(op.text, op.line, outputs)
        if op.name in ("select", "slice"):  # whose index Python makes a number of
            indices = self._index.source.departures.indices(op.text)
            made = {self._by_text.get((op.line, name), [None])[-1] for name in indices} - {None}
            sources = made - set(outputs) or {self._named(name, outputs) for name in indices} - {None}
            yield from (Link(source, target) for source in sources for target in outputs)

    def _from_departures(self, text: str, line: int | None, targets: list[int]) -> Iterator[Link]:
        leaving = self._leaving(text, line)
        if not leaving:
            return
        told = set()
        first = min(targets, default=0)
        last = _latest(self._by_text.get((line, normal(text)), []), first) or 0
        span = range(last, first)  # from what the expression made last time to what it makes
        for departure, seen in leaving:
            held = list(self._held(departure.name, departure.made, span, seen))
            for source in held or self._passed(departure.name, departure.made, span.stop, seen):
                if source not in told and source not in targets:
                    told.add(source)
                    cut = Cut(BY_DEPARTURE[departure.how], departure.line, line, text, departure.taken)
                    yield from (Link(source, target, cut) for target in targets)

    def _leaving(self, text: str, line: int | None) -> list[tuple[Departure, frozenset[str]]]:
        """Return how an expression has numbers from Python, copies last, and through which variables; it is looked for once."""
        if (text, line) not in self._known:
            found = self._followed(text, line, frozenset())
            self._known[text, line] = sorted(found, key=lambda pair: (pair[0].how == "new", pair[0].line))
        return self._known[text, line]

    def _followed(
        self, text: str, line: int | None, seen: frozenset[str]
    ) -> Iterator[tuple[Departure, frozenset[str]]]:
        """Yield how an expression, or what its variables hold, has numbers from Python.

        What a variable holds is followed to where it was assigned; of one that holds a tensor, too, only to the number that
        it held before.
        """
        departures = self._index.source.departures
        yield from ((departure, seen) for departure in departures.of(text, line) if not departure.is_literal)
        for name in departures.names(text) if departures.are_any else ():
            if name in seen:
                continue
            if name in self._by_name:
                direct = (d for given in departures.given_numbers(name) for d in departures.of(*given))
                yield from ((departure, seen) for departure in direct if not departure.is_literal)
            else:
                for expression, made in departures.given(name):
                    yield from self._followed(expression, made, seen | {name})

    def _held(self, name: str, line: int | None, span: range, seen: frozenset[str]) -> Iterator[int]:
        """Yield the tensors that an expression, or what a variable contains, may be, of those before the end of `span`."""
        found = self._named(name, [span.stop])
        is_named = found is not None
        if not is_named:
            found = _latest(self._by_text.get((line, name), []), span.stop)
        if found is not None:
            yield found
            yield from self._gathered(found, span, seen) if seen or not is_named else ()
        elif name not in seen:
            for expression, made in self._index.source.departures.given(name):
                yield from self._held(expression, made, span, seen | {name})
                for used in self._index.source.departures.used(expression):
                    yield from self._held(used, made, span, seen | {name})

    def _gathered(self, tensor: int, span: range, seen: frozenset[str]) -> Iterator[int]:
        """Yield what the statement of a tensor made before in `span`, if one of the variables on the way keeps them all.

        Without such variables, it is one expression that makes them, as a comprehension does.
        """
        if seen and not any(self._index.source.departures.gathers(name) for name in seen):
            return
        entry = self._index.trace.tensors[tensor]
        alike = self._by_text.get((entry.line, normal(entry.text)), []) if entry.text else []
        yield from alike[bisect_left(alike, span.start) : bisect_left(alike, min(span.stop, tensor))]

    def _passed(self, name: str, line: int | None, before: int, seen: frozenset[str]) -> Iterator[int]:
        """Yield the last result before a tensor if a variable has it from a parameter: what was most likely passed for that.

        The program itself does not say: PyTorch calls the function, as it does a Module's forward.
        """
        departures = self._index.source.departures
        waiting, known = [(name, line)], set(seen)
        while waiting and (departures.given(waiting[-1][0]) or not departures.is_parameter(*waiting[-1])):
            name, line = waiting.pop()
            known.add(name)
            given = ((used, made) for text, made in departures.given(name) for used in (text, *departures.used(text)))
            waiting += [(used, made) for used, made in given if used not in known]
        if not waiting:
            return
        tensors = self._index.trace.tensors
        yield from (t for t in range(before - 1, max(before - _NEAR, -1), -1) if tensors[t].fn is not None)

    def _named(self, name: str, before: list[int]) -> int | None:
        """Return the latest tensor of a name that came before others."""
        return _latest(self._by_name.get(name, []), min(before, default=0))

    @cached_property
    def _by_text(self) -> dict[tuple[int | None, str], list[int]]:
        """The tensors by the line and the text of what made them, in their order."""
        found: dict[tuple[int | None, str], list[int]] = {}
        for index, tensor in enumerate(self._index.trace.tensors):
            is_in_module = tensor.op is None and any("." in name for name in tensor.names)  # its text makes the module
            if tensor.text and not is_in_module:
                found.setdefault((tensor.line, normal(tensor.text)), []).append(index)
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, tensor in enumerate(self._index.trace.tensors):
            for name in tensor.names:
                found.setdefault(name, []).append(index)
        return found


def _latest(tensors: list[int], end: int) -> int | None:
    """Return the last of tensors, which are in order, that is before `end`."""
    place = bisect_left(tensors, end)
    return tensors[place - 1] if place else None


def cuts_of(index: TraceIndex) -> Cuts:
    """Return the links of a run."""
    return index.once(Cuts)
