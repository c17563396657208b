"""Zeros: why a gradient is 0 everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterator

from autograd_engine.trace.operators import (
    CLAMPING,
    FLAT,
    JOINING,
    NORM,
    PRODUCT,
    RECTIFYING,
    SATURATING,
    SELECTING,
    Kind,
    operator_of,
)
from autograd_engine.trace.schema import Fn, Operation, Step, Value

from .. import numbers
from ..finding import Finding
from ..flow import Flows, Turn, accumulator
from ..index import Event, TraceIndex, inputs_of

_TINY = 1e-6  # a slope below this is flat to the precision of float32
_DEEP = 5  # sigmoids and their like on one way, from which on they may be too many
_LITTLE = 1e-4  # of a gradient: what is left of it then
_MASKS = ("mask", "gate", "keep")  # in the name of a tensor: its zeros are meant to remove something


class Zeros:
    """Explains why tensors have a gradient of zeros."""

    def __init__(self, story: TraceIndex, flows: Flows) -> None:
        self._story = story
        self._flows = flows
        self._trace = story.trace

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each gradient that the program asks for, that is 0 in all passes, and that has a cause for it."""
        for leaf in self._candidates():
            found = self.explained(leaf)
            if found is not None:
                yield found

    def _candidates(self) -> Iterator[int]:
        for identity, states in self._story.states.items():
            if identity in self._story.asked and self._story.received(identity):
                yield states[-1]

    def explained(self, tensor: int, *, is_named: bool = False) -> Finding | None:
        """Return why all that a tensor got is zero; None if it is not, or if there is nothing to it.

        With `is_named` somebody asks, and the answer may be that the function happens to be flat at this point.
        """
        identity = self._trace.tensors[tensor].identity
        received = self._story.received(identity)
        cleared = self._cleared(tensor, received)
        if cleared is not None:
            return cleared
        if not received or not all(self._is_small(event) for event in received):
            return None
        found = self._of_event(tensor, received[-1], is_named)
        return self.brought(tensor, received[-1]) if found is None and is_named else found

    def brought(self, tensor: int, event: Event) -> Finding | None:
        """Return why what one step brought to a tensor is 0: in doubt, that the slope is 0 there or that sums cancel."""
        if event.value is None or not numbers.is_zero(self._trace.values[event.value]):
            return None
        found = self._of_event(tensor, event, True)
        if found is not None:
            return found
        turns = self._turns(event)
        if turns:
            return self._finding(tensor, turns[0], "slope_zero", self._trace.fns[turns[0].step.fn])
        name = self._story.title(tensor)
        told = f"The gradients that arrive at {name} along several paths add up to 0."
        return Finding(name, "zero", event.line, "cancels", told, tensor)

    def _of_event(self, tensor: int, event: Event, is_named: bool) -> Finding | None:
        """Return the first cause on the way of what one step brought to a tensor, None if there is no known one."""
        for turn in self._turns(event):
            if self._is_joined(turn):
                chosen = self._choice_above(event, turn)
                if chosen is not None:
                    return self._finding(tensor, turn, "not_selected", chosen)
            cause = self._cause(turn, is_named) or self._shrunk(turn, event)
            if cause is not None:
                return self._finding(tensor, turn, cause, self._trace.fns[turn.step.fn])
            dead = self._dead_factor(turn)
            if dead is not None:
                return self._finding(tensor, turn, "dead_relu", dead)
        hooked = self._hooked(tensor, event)
        if hooked is not None:
            return hooked
        if numbers.is_zero(self._trace.values[event.value]) and self._has_zero_seed(event):
            name, line = self._story.title(tensor), event.line
            told = f"{self._story.gradient_title(tensor)} is 0: the pass of line {line} starts with zeros."
            return Finding(name, "zero", line, "zero_seed", told, tensor)
        return None

    def _hooked(self, tensor: int, event: Event) -> Finding | None:
        """Return that a hook on the way turned what arrived there into zeros, None if none did."""
        fn = accumulator(self._story, event)
        if fn is None or event.run is None:
            return None
        nodes = {fn, *self._flows[event.run].above(fn)}
        line = None  # of the last operation before the hook returns, which is mostly its own
        for step in map(self._trace.steps.__getitem__, self._story.steps_of_pass[event.run]):
            if step.kind in ("op", "write"):
                line = step.line
            elif step.kind != "hook":
                line = None
            elif step.fn in nodes and self._are_zero(step.outgoing) and not self._are_zero(step.incoming):
                name, line = self._story.gradient_title(tensor), line or step.line
                given = next(v for v in step.incoming if v is not None)
                told = f"{name} is 0: the hook {step.text} received {numbers.written(self._trace.values[given])} and returned 0."
                return Finding(self._story.title(tensor), "zero", line, "hook", told, tensor, step.tensor)
        return None

    def _are_zero(self, values: list[int | None] | None) -> bool:
        return all(numbers.is_zero(self._trace.values[v]) for v in values or () if v is not None)

    def _is_small(self, event: Event) -> bool:
        value = self._trace.values[event.value]
        return bool(value.data) and numbers.is_finite(value) and numbers.size_of(value) <= _TINY

    def _cleared(self, tensor: int, received: list[Event]) -> Finding | None:
        """Explain a gradient that was overwritten with zeros before anything had used it."""
        events = self._story.events.get(self._trace.tensors[tensor].identity, [])
        changes = [e for e in events if e.kind != "use"]
        is_zero = changes[-1] if received and changes else None
        if is_zero is None or is_zero.kind != "clear" or is_zero.after is None:
            return None
        last = max((e for e in received if e.step < is_zero.step), key=lambda e: e.step, default=None)
        if last is None or self._is_used(events) or not any(e.kind == "use" and e.step > is_zero.step for e in events):
            return None
        if numbers.is_zero(self._trace.values[last.value]):
            return None
        name = self._story.title(tensor)
        text = f"{name}.grad is 0: the pass of line {last.line} added {numbers.written(self._trace.values[last.value])} to it, "
        text += f"and line {is_zero.line} set it to zero before anything used it."
        return Finding(name, "zero", is_zero.line, "cleared", text, tensor)

    @staticmethod
    def _is_used(events: list[Event]) -> bool:
        """Return whether anything used a gradient before it was cleared."""
        before = ""
        for event in events:
            if event.kind == "use" and before in ("add", "set"):
                return True
            before = before if event.kind == "use" else event.kind
        return False

    def _turns(self, event: Event) -> list[Turn]:
        fn = accumulator(self._story, event)
        if fn is None or event.run is None:
            return []
        flow = self._flows[event.run]
        most = min(_TINY, flow.largest * _TINY)
        return list(flow.turns(fn, lambda value: numbers.size_of(value) <= most))

    def _has_zero_seed(self, event: Event) -> bool:
        roots = self._trace.passes[event.run].roots
        return all(root.seed is not None and numbers.is_zero(self._trace.values[root.seed]) for root in roots)

    # ---- which cause a node is

    def _cause(self, turn: Turn, is_named: bool) -> str | None:
        fn = self._trace.fns[turn.step.fn]
        op = None if fn.op is None else self._trace.ops[fn.op]
        kind = self._kind(fn)
        if FLAT in kind:
            return "flat"
        if RECTIFYING in kind and self._is_negative(op, fn):
            return "dead_relu"
        if CLAMPING in kind:
            return "clamped"
        if op is not None and op.name in ("softmax", "log_softmax") and self._is_constant(turn, fn):
            return "constant_output"
        if SATURATING in kind:
            return "saturated" if self._is_flat(turn) else "vanishing"
        if SELECTING in kind:
            return "not_selected"
        if NORM in kind and self._is_norm_of_zero(turn, fn, is_named):
            return "norm_zero"
        if PRODUCT not in kind or self._dead_factor(turn) is not None:
            return None
        if self._is_zero_factor(fn, turn) or (is_named and self._zero_factor(fn, turn) is not None):
            return "zero_factor"
        return None

    def _shrunk(self, turn: Turn, event: Event) -> str | None:
        """Return "vanishing" if a gradient comes through many sigmoids or the like, and a product makes it next to nothing."""
        if PRODUCT not in self._kind(self._trace.fns[turn.step.fn]) or self._dead_factor(turn) is not None:
            return None
        is_over = numbers.is_zero(self._trace.values[turn.arrival.value])  # nothing is left that could become less
        runs = self._squashing(turn.step.run, turn.step.fn if is_over else accumulator(self._story, event))
        is_deep = len(runs) >= _DEEP and self._largest(runs[0].outgoing) <= self._largest(runs[-1].incoming) * _LITTLE
        return "vanishing" if is_deep else None

    def _is_joined(self, turn: Turn) -> bool:
        """Return whether a node only gives each of its inputs its part of what arrives."""
        return JOINING in self._kind(self._trace.fns[turn.step.fn])

    def _choice_above(self, event: Event, turn: Turn) -> Fn | None:
        """Return the node between the root and a node that selects some of its input."""
        for above in self._flows[event.run].above(turn.step.fn):
            if SELECTING in self._kind(self._trace.fns[above]):
                return self._trace.fns[above]
        return None

    def _dead_factor(self, turn: Turn) -> Fn | None:
        """Return the relu that made all of the other factor of a product 0."""
        fn = self._trace.fns[turn.step.fn]
        if PRODUCT not in self._kind(fn):
            return None
        for t in self._factors(fn, turn):
            made = self._trace.tensors[t].fn
            is_rectified = made is not None and RECTIFYING in self._kind(self._trace.fns[made])
            if is_rectified and numbers.is_zero(self._story.value(t)):
                return self._trace.fns[made]
        return None

    def _kind(self, fn: Fn) -> Kind:
        """Return what the operation of a node is; one of a backward pass is what its operation forward is."""
        return operator_of("" if fn.op is None else self._trace.ops[fn.op].name.removesuffix("_backward")).kind

    def _is_flat(self, turn: Turn) -> bool:
        """Return whether a node alone makes next to nothing of what arrives."""
        arrives = max(numbers.size_of(self._trace.values[v]) for v in turn.step.incoming if v is not None)
        return numbers.size_of(self._trace.values[turn.arrival.value]) <= arrives * _TINY

    def _is_negative(self, op: Operation | None, fn: Fn) -> bool:
        value = self._story.value(fn.edges[0].source if fn.edges else None)
        return value is None or (numbers.edges(value) or (0, 0))[1] <= 0

    def _is_constant(self, turn: Turn, fn: Fn) -> bool:
        """Return whether what arrives at a softmax is the same number everywhere, or the softmax is over one number."""
        op = self._trace.ops[fn.op]
        value = self._story.value(op.outputs[0])
        dim = next((a.text for a in op.inputs if a.name == "dim"), None)
        shape = value.shape or [1]
        if dim is not None and dim.lstrip("-").isdigit() and shape[int(dim)] == 1:
            return True
        incoming = turn.step.incoming[0] if turn.step.incoming else None
        edges = None if incoming is None else numbers.edges(self._trace.values[incoming])
        return edges is not None and edges[0] == edges[1] != 0

    def _is_zero_factor(self, fn: Fn, turn: Turn) -> bool:
        """Return whether the zeros of a product are no data: a number of the program, a mask, or parameters that begin at 0."""
        op = None if fn.op is None else self._trace.ops[fn.op]
        if op is None:
            return False
        if op.name.startswith(("native_dropout", "dropout")):
            return True
        texts = [
            argument.text for argument in op.inputs if argument.text is not None and argument.name in ("other", "self")
        ]
        source = self._story.source
        is_counted = any(map(source.is_loop_variable, source.departures.names(op.text)))
        if any(map(_is_zero_text, texts)) and not is_counted:
            return True
        return any(self._is_meant(t) for t in self._factors(fn, turn))

    def _factors(self, fn: Fn, turn: Turn) -> list[int]:
        """Return the other factors of the input of a product that gets 0."""
        op = self._trace.ops[fn.op]
        left_out = {operator_of(op.name).added, fn.edges[turn.edge].input}
        others = (argument for argument in op.inputs if argument.name not in left_out)
        return [t for argument in others for t in argument.tensors or ()]

    def _zero_factor(self, fn: Fn, turn: Turn) -> int | None:
        """Return the factor that is 0, or else one that is 0 in part."""
        factors = self._factors(fn, turn)
        values = {t: self._story.value(t) for t in factors}
        whole = (t for t in factors if numbers.is_zero(values[t]))
        return next(whole, next((t for t in factors if 0 in values[t].data), None))

    # ---- slopes that multiply

    def _squashing(self, run: int, node: int) -> list[Step]:
        """Return the runs of sigmoids and their like that a node's gradient has come through, the last one first."""
        flow = self._flows[run]
        found = []
        for fn in (node, *flow.above(node)):
            op, step = self._trace.fns[fn].op, flow.steps.get(fn)
            if step is not None and op is not None and SATURATING in operator_of(self._trace.ops[op].name).kind:
                found.append(step)
        return found

    def _largest(self, values: list[int | None] | None) -> float:
        return max((numbers.size_of(self._trace.values[v]) for v in values or () if v is not None), default=0.0)

    def _is_norm_of_zero(self, turn: Turn, fn: Fn, is_named: bool) -> bool:
        """Return whether a node is a norm of 0 that should be larger: where it should be 0, this is a minimum."""
        source = fn.edges[turn.edge].source
        is_wanted = any(
            (numbers.edges(self._trace.values[v]) or (0,))[0] < 0 for v in turn.step.incoming if v is not None
        )
        return source is not None and numbers.is_zero(self._story.value(source)) and (is_named or is_wanted)

    def _is_meant(self, t: int) -> bool:
        """Return whether zeros were computed, as a mask is, or are parameters."""
        tensor, value = self._trace.tensors[t], self._story.value(t)
        if not numbers.is_zero(value):
            return False
        if tensor.op is None:
            is_parameter = tensor.requires_grad and math.prod(value.shape) > 1
            return (
                is_parameter
                or "dropout" in tensor.text
                or any(word in name for name in tensor.names for word in _MASKS)
            )
        inputs = inputs_of(self._trace.ops[tensor.op])
        return not all(numbers.is_zero(self._story.value(i)) for i in inputs) or any(self._is_meant(i) for i in inputs)

    # ---- in words

    def _finding(self, tensor: int, turn: Turn, cause: str, fn: Fn) -> Finding:
        """Return a finding about a node: the one at which the gradient turns to 0, or the one that made a factor 0."""
        name, op = self._story.title(tensor), None if fn.op is None else self._trace.ops[fn.op]
        made = fn.name if op is None else op.text or op.name
        is_turn = fn is self._trace.fns[turn.step.fn]
        if cause == "vanishing":
            return self._vanished(tensor, turn)
        text = f"{self._story.gradient_title(tensor)} is {self._size(turn)}: "
        text += f"line {fn.line}{self._story.module_of_node(fn)} computes {made}"
        source = self._zero_factor(fn, turn) if cause == "zero_factor" else fn.edges[turn.edge if is_turn else 0].source
        if source is not None and (op is None or op.text != self._story.title(source)):
            text += f", where {self._story.told(source)}"
        if is_turn:
            incoming = next(v for v in turn.step.incoming if v is not None)
            arrives = numbers.written(self._trace.values[incoming])
            text += f". The gradient that arrives there is {arrives}, and {self._size(turn)} is passed on."
        elif cause == "not_selected":
            text += f". It selects elements other than {name}, which gets 0."
        else:
            text += f"; the result, 0, is a factor in line {turn.step.forward_line}."
        return Finding(name, "zero", fn.line, cause, text, tensor, None if op is None else op.outputs[0])

    def _vanished(self, tensor: int, turn: Turn) -> Finding:
        """Return a finding about the sigmoids, or the like, that a gradient has become too small in."""
        received = self._story.received(self._trace.tensors[tensor].identity)
        run, node = (received[-1].run, accumulator(self._story, received[-1])) if received else (None, None)
        runs = self._squashing(turn.step.run, turn.step.fn if node is None or run != turn.step.run else node)
        last = self._trace.fns[runs[0].fn]
        op = self._trace.ops[last.op]
        what = op.name.lstrip("_")
        size = self._largest([event.value for event in received] or [turn.arrival.value])
        told = f"{self._story.gradient_title(tensor)} is at most {size:.1e}: it comes back through {what}"
        told += f", {len(runs)} times, the last one" if len(runs) > 1 else ""
        told += f" in line {last.line} ({op.text or what}). {self._largest(runs[-1].incoming):.1e} arrives at the "
        told += f"first, and {self._largest(runs[0].outgoing):.1e} leaves the last."
        tiny = self._trace.fns[self._squashing(turn.step.run, turn.step.fn)[0].fn]  # from here on it is next to nothing
        at = self._trace.ops[tiny.op].outputs[0]
        return Finding(self._story.title(tensor), "zero", tiny.line, "vanishing", told, tensor, at)

    def _size(self, turn: Turn) -> str:
        value: Value = self._trace.values[turn.arrival.value]
        return "0" if numbers.is_zero(value) else f"{numbers.size_of(value):.1e}"


def _is_zero_text(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False
