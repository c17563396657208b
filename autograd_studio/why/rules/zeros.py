"""Zeros: why a gradient is 0 everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

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
)  # fmt: skip
from autograd_engine.trace.schema import Fn, Operation, Step

from ...catalogue import say
from .. import numbers
from ..finding import Evidence, Finding, finding, first
from ..flow import Turn, accumulator, flow
from ..index import Event, TraceIndex, inputs_of

_TINY = 1e-6  # a slope below this is flat to the precision of float32

_DEEP = 5  # sigmoids and their like on one way, from which on they may be too many
_LITTLE = 1e-4  # of a gradient: what is left of it then
_MASKS = ("mask", "gate", "keep")  # in the name of a tensor: its zeros are meant to remove something


@dataclass(frozen=True)
class Zero:
    """Zeros that an event brought to a tensor, and the node that made them of an ordinary gradient, if it was one.

    With `is_asked` somebody asks, and the answer may be that the function happens to be flat at this point.
    """

    tensor: int
    event: Event
    is_asked: bool
    turn: Turn | None = None
    fn: Fn | None = None
    op: Operation | None = None

    @property
    def kind(self) -> Kind:
        """What the node's operation is; one of a backward pass is what its operation forward is."""
        return operator_of("" if self.op is None else self.op.name.removesuffix("_backward")).kind


def zeros(index: TraceIndex) -> Iterator[Finding]:
    """Yield a finding for each gradient that the program asks for, that is 0 in all passes, and that has a cause for it."""
    for identity, states in index.states.items():
        if identity in index.asked and index.received(identity):
            found = why_zero(index, states[-1])
            if found is not None:
                yield found


def why_zero(index: TraceIndex, tensor: int, *, is_asked: bool = False) -> Finding | None:
    """Return why all that a tensor got is zero; None if it is not, or if there is nothing to it."""
    received = index.received(index.trace.tensors[tensor].identity)
    cleared = _cleared(index, tensor, received)
    if cleared is not None:
        return cleared
    if not received or not all(_is_small(index, event) for event in received):
        return None
    return _of_event(index, tensor, received[-1], is_asked)


def why_brought(index: TraceIndex, tensor: int, event: Event) -> Finding | None:
    """Return why what one step brought to a tensor is 0: in doubt, that the slope is 0 there or that sums cancel."""
    if event.value is None or not numbers.is_zero(index.trace.values[event.value]):
        return None
    return _of_event(index, tensor, event, True)


def _of_event(index: TraceIndex, tensor: int, event: Event, is_asked: bool) -> Finding | None:
    """Return the first cause on the way of what one step brought to a tensor, None if there is no known one."""
    for turn in _turns(index, event):
        fn = index.trace.fns[turn.step.fn]
        op = None if fn.op is None else index.trace.ops[fn.op]
        found = first("zero", index, Zero(tensor, event, is_asked, turn, fn, op))
        if found is not None:
            return found
    return first("arrival", index, Zero(tensor, event, is_asked))


def _turns(index: TraceIndex, event: Event) -> list[Turn]:
    fn = accumulator(index, event)
    return [] if fn is None or event.run is None else index.once(_Turns)[event.run, fn]


class _Turns(dict[tuple[int, int], list[Turn]]):
    """By pass and node: where, on the way of what arrived there, gradients became zero or next to nothing."""

    def __init__(self, index: TraceIndex) -> None:
        super().__init__()
        self._index = index

    def __missing__(self, key: tuple[int, int]) -> list[Turn]:
        run, fn = key
        walked = flow(self._index, run)
        most = min(_TINY, walked.largest * _TINY)
        self[key] = list(walked.turns(fn, lambda value: walked.size_of(value) <= most))
        return self[key]


def _cleared(index: TraceIndex, tensor: int, received: list[Event]) -> Finding | None:
    """Explain a gradient that was overwritten with zeros before anything had used it."""
    events = index.events.get(index.trace.tensors[tensor].identity, [])
    changes = [e for e in events if e.kind != "use"]
    is_zero = changes[-1] if received and changes else None
    if is_zero is None or is_zero.kind != "clear" or is_zero.after is None:
        return None
    last = max((e for e in received if e.step < is_zero.step), key=lambda e: e.step, default=None)
    if last is None or _is_used(events) or not any(e.kind == "use" and e.step > is_zero.step for e in events):
        return None
    added = index.trace.values[last.value]
    if numbers.is_zero(added):
        return None
    name = index.title(tensor)
    text = say("why.cleared.to_zero", name=name, pass_line=last.line, value=numbers.written(added), line=is_zero.line)
    evidence = {"added": numbers.fact(added)}
    return Finding(name, "zero", is_zero.line, "cleared", text, tensor, evidence=evidence)


def _is_used(events: list[Event]) -> bool:
    """Return whether anything used a gradient before it was cleared."""
    before = ""
    for event in events:
        if event.kind == "use" and before in ("add", "set"):
            return True
        before = before if event.kind == "use" else event.kind
    return False


def _is_small(index: TraceIndex, event: Event) -> bool:
    value = index.trace.values[event.value]
    return bool(value.data) and numbers.is_finite(value) and numbers.size_of(value) <= _TINY


# ---- nodes with a slope of 0


@finding("flat", of="zero", lesson="no-grad-fn")
def flat(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a rounding or a sign."""
    return _at_node(index, zero, "flat") if FLAT in zero.kind else None


@finding("dead_relu", of="zero", lesson="zero-gradient")
def dead_relu(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a relu that lets nothing through, or that made all of the other factor of a product 0."""
    if RECTIFYING in zero.kind:
        value = index.value(zero.fn.edges[0].source if zero.fn.edges else None)
        is_dead = value is None or (numbers.edges(value) or (0, 0))[1] <= 0
        return _at_node(index, zero, "dead_relu") if is_dead else None
    dead = _dead_factor(index, zero)
    if dead is None:
        return None
    text, evidence = _computed(index, zero, dead, dead.edges[0].source)
    text += say("why.dead_relu.factor", line=zero.turn.step.forward_line)
    return _finding(index, zero, "dead_relu", dead, text, evidence)


@finding("clamped", of="zero", lesson="kinks-and-ties")
def clamped(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by numbers outside of the bounds of a clamp."""
    return _at_node(index, zero, "clamped") if CLAMPING in zero.kind else None


@finding("constant_output", of="zero")
def constant_output(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a softmax at which the same number arrives everywhere, or that is over one number."""
    if zero.op is None or zero.op.name not in ("softmax", "log_softmax"):
        return None
    dim = next((a.text for a in zero.op.inputs if a.name == "dim"), None)
    shape = index.value(zero.op.outputs[0]).shape or [1]
    incoming = zero.turn.step.incoming[0] if zero.turn.step.incoming else None
    edges = None if incoming is None else numbers.edges(index.trace.values[incoming])
    is_single = dim is not None and dim.lstrip("-").isdigit() and shape[int(dim)] == 1
    is_constant = is_single or (edges is not None and edges[0] == edges[1] != 0)
    return _at_node(index, zero, "constant_output") if is_constant else None


@finding("saturated", of="zero", lesson="vanishing-gradient")
def saturated(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a sigmoid or the like that alone makes next to nothing of what arrives."""
    if SATURATING not in zero.kind:
        return None
    arrives = max(numbers.size_of(index.trace.values[v]) for v in zero.turn.step.incoming if v is not None)
    is_flat = numbers.size_of(index.trace.values[zero.turn.arrival.value]) <= arrives * _TINY
    return _at_node(index, zero, "saturated") if is_flat else None


@finding("not_selected", of="zero", lesson="kinks-and-ties")
def not_selected(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a choice of other elements: here, or after this node has joined its inputs."""
    if SELECTING in zero.kind:
        return _at_node(index, zero, "not_selected")
    chosen = _choice_above(index, zero) if JOINING in zero.kind else None
    if chosen is None:
        return None
    text, evidence = _computed(index, zero, chosen, chosen.edges[0].source)
    text += ". " + say("why.not_selected.others", name=index.title(zero.tensor))
    return _finding(index, zero, "not_selected", chosen, text, evidence)


def _choice_above(index: TraceIndex, zero: Zero) -> Fn | None:
    """Return the node between the root and a node that selects some of its input."""
    for above in flow(index, zero.event.run).above(zero.turn.step.fn):
        if SELECTING in _kind(index, above):
            return index.trace.fns[above]
    return None


@finding("norm_zero", of="zero", lesson="kinks-and-ties")
def norm_zero(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a norm, a distance or a deviation of 0 that should be larger: where it should be 0, this is a minimum."""
    if NORM not in zero.kind:
        return None
    values = index.trace.values
    arrived = (numbers.edges(values[v]) or (0,) for v in zero.turn.step.incoming if v is not None)
    is_wanted = zero.is_asked or any(edges[0] < 0 for edges in arrived)
    is_zero = numbers.is_zero(index.value(zero.op.outputs[0]))
    return _at_node(index, zero, "norm_zero") if is_zero and is_wanted else None


# ---- factors of 0


@finding("zero_factor", of="zero", lesson="zero-gradient")
def zero_factor(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by the other factor of a product, which is 0 and no data."""
    if PRODUCT not in zero.kind or _dead_factor(index, zero) is not None:
        return None
    factor = _zero_factor(index, zero)
    is_known = _is_meant_product(index, zero) or (zero.is_asked and factor is not None)
    return _at_node(index, zero, "zero_factor", factor) if is_known else None


def _is_meant_product(index: TraceIndex, zero: Zero) -> bool:
    """Return whether the zeros of a product are no data: a number of the program, a mask, or parameters that begin at 0."""
    if zero.op.name.startswith(("native_dropout", "dropout")):
        return True
    given = (a for a in zero.op.inputs if a.text is not None and a.name in ("other", "self"))
    source = index.source
    is_counted = any(map(source.is_loop_variable, source.departures.names(zero.op.text)))
    if any(_is_zero_text(argument.text) for argument in given) and not is_counted:
        return True
    return any(_is_meant(index, t) for t in _factors(zero))


def _is_meant(index: TraceIndex, t: int) -> bool:
    """Return whether zeros were computed, as a mask is, or are parameters."""
    tensor, value = index.trace.tensors[t], index.value(t)
    if not numbers.is_zero(value):
        return False
    if tensor.op is None:
        is_parameter = tensor.requires_grad and math.prod(value.shape) > 1
        is_mask = any(word in name for name in tensor.names for word in _MASKS)
        return is_parameter or "dropout" in tensor.text or is_mask
    inputs = inputs_of(index.trace.ops[tensor.op])
    return not all(numbers.is_zero(index.value(i)) for i in inputs) or any(_is_meant(index, i) for i in inputs)


def _is_zero_text(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False


def _factors(zero: Zero) -> list[int]:
    """Return the other factors of the input of a product that gets 0."""
    added = {"bias", "self"} if zero.op.name.startswith("add") else {"bias"}
    given = zero.fn.edges[zero.turn.edge]
    others = (argument for argument in zero.op.inputs if argument.name not in {*added, given.input})
    return [t for argument in others for t in argument.tensors or ()]


def _zero_factor(index: TraceIndex, zero: Zero) -> int | None:
    """Return the factor that is 0, or else one that is 0 in part."""
    factors = _factors(zero)
    values = {t: index.value(t) for t in factors}
    whole = (t for t in factors if numbers.is_zero(values[t]))
    return next(whole, next((t for t in factors if 0 in values[t].data), None))


def _dead_factor(index: TraceIndex, zero: Zero) -> Fn | None:
    """Return the relu that made all of the other factor of a product 0."""
    if PRODUCT not in zero.kind or SELECTING in zero.kind:
        return None
    for t in _factors(zero):
        made = index.trace.tensors[t].fn
        if made is not None and RECTIFYING in _kind(index, made) and numbers.is_zero(index.value(t)):
            return index.trace.fns[made]
    return None


# ---- slopes that multiply


@finding("vanishing", of="zero", lesson="vanishing-gradient")
def vanishing(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain next to nothing by many sigmoids or the like, the last of which, or a product below them, made it so."""
    if SATURATING not in zero.kind and not _is_shrunk(index, zero):
        return None
    received = index.received(index.trace.tensors[zero.tensor].identity)
    step = zero.turn.step
    run, node = (received[-1].run, accumulator(index, received[-1])) if received else (None, None)
    runs = _squashing(index, step.run, step.fn if node is None or run != step.run else node)
    last = index.trace.fns[runs[0].fn]
    op = index.trace.ops[last.op]
    what = op.name.lstrip("_")
    size = _largest(index, [event.value for event in received] or [zero.turn.arrival.value])
    arrives, leaves = _largest(index, runs[-1].incoming), _largest(index, runs[0].outgoing)
    shown = [numbers.number_text(x, 2) for x in (size, arrives, leaves)]
    told = say(
        "why.vanishing.told", gradient=index.gradient_title(zero.tensor), size=shown[0], operation=what,
        times=say("why.vanishing.times", count=len(runs)) if len(runs) > 1 else "",
        line=last.line, expression=op.text or what, arrives=shown[1], leaves=shown[2],
    )  # fmt: skip
    tiny = index.trace.fns[_squashing(index, step.run, step.fn)[0].fn]  # from here on it is next to nothing
    evidence: Evidence = {"gradient": size, "arrives": arrives, "leaves": leaves}
    if len(runs) > 1:
        evidence["times"] = len(runs)
    at = index.trace.ops[tiny.op].outputs[0]
    name = index.title(zero.tensor)
    return Finding(name, "zero", tiny.line, "vanishing", told, zero.tensor, at, evidence)


def _is_shrunk(index: TraceIndex, zero: Zero) -> bool:
    """Return whether a gradient comes through many sigmoids or the like, and a product makes it next to nothing."""
    if PRODUCT not in zero.kind or _dead_factor(index, zero) is not None:
        return False
    step = zero.turn.step
    is_over = numbers.is_zero(index.trace.values[zero.turn.arrival.value])  # nothing is left that could become less
    runs = _squashing(index, step.run, step.fn if is_over else accumulator(index, zero.event))
    return len(runs) >= _DEEP and _largest(index, runs[0].outgoing) <= _largest(index, runs[-1].incoming) * _LITTLE


def _squashing(index: TraceIndex, run: int, node: int) -> list[Step]:
    """Return the runs of sigmoids and their like that a node's gradient has come through, the last one first."""
    walked = flow(index, run)
    found = []
    for fn in (node, *walked.above(node)):
        step = walked.steps.get(fn)
        if step is not None and SATURATING in _kind(index, fn):
            found.append(step)
    return found


def _largest(index: TraceIndex, values: list[int | None] | None) -> float:
    return max((numbers.size_of(index.trace.values[v]) for v in values or () if v is not None), default=0.0)


# ---- zeros that no node made


@finding("hook", of="arrival", lesson="hooks")
def hook(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by a hook on the way that returned them."""
    fn, run = accumulator(index, zero.event), zero.event.run
    if fn is None or run not in index.passes_with_hooks:
        return None
    nodes = {fn, *flow(index, run).above(fn)}
    line = None  # of the last operation before the hook returns, which is mostly its own
    for step in map(index.trace.steps.__getitem__, index.steps_of_pass[run]):
        if step.kind in ("op", "write"):
            line = step.line
        elif step.kind != "hook":
            line = None
        elif step.fn in nodes and _are_zero(index, step.outgoing) and not _are_zero(index, step.incoming):
            line = line or step.line
            given = index.trace.values[next(v for v in step.incoming if v is not None)]
            told = say(
                "why.hook.zero",
                gradient=index.gradient_title(zero.tensor),
                hook=step.text,
                value=numbers.written(given),
            )
            evidence = {"received": numbers.fact(given), "returned": 0}
            return Finding(index.title(zero.tensor), "zero", line, "hook", told, zero.tensor, step.tensor, evidence)
    return None


def _are_zero(index: TraceIndex, values: list[int | None] | None) -> bool:
    return all(numbers.is_zero(index.trace.values[v]) for v in values or () if v is not None)


@finding("zero_seed", of="arrival", lesson="weighted-sum")
def zero_seed(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros by those that the pass starts with."""
    values = index.trace.values
    if zero.event.run is None or not numbers.is_zero(values[zero.event.value]):
        return None
    seeds = [root.seed for root in index.trace.passes[zero.event.run].roots]
    if not all(seed is not None and numbers.is_zero(values[seed]) for seed in seeds):
        return None
    name, line = index.title(zero.tensor), zero.event.line
    told = say("why.zero_seed.told", gradient=index.gradient_title(zero.tensor), line=line)
    return Finding(name, "zero", line, "zero_seed", told, zero.tensor, evidence={"gradient": 0})


@finding("slope_zero", of="arrival", lesson="kinks-and-ties")
def slope_zero(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros, where somebody asks, by the slope of the first node that made them."""
    turns = _turns(index, zero.event) if _is_wondered_at(index, zero) else []
    if not turns:
        return None
    fn = index.trace.fns[turns[0].step.fn]
    op = None if fn.op is None else index.trace.ops[fn.op]
    return _at_node(index, Zero(zero.tensor, zero.event, True, turns[0], fn, op), "slope_zero")


@finding("cancels", of="arrival", lesson="fan-out")
def cancels(index: TraceIndex, zero: Zero) -> Finding | None:
    """Explain zeros, where somebody asks, by a sum of what is not zero."""
    if not _is_wondered_at(index, zero):
        return None
    name = index.title(zero.tensor)
    told = say("why.cancels.told", name=name)
    return Finding(name, "zero", zero.event.line, "cancels", told, zero.tensor, evidence={"gradient": 0})


def _is_wondered_at(index: TraceIndex, zero: Zero) -> bool:
    return zero.is_asked and numbers.is_zero(index.trace.values[zero.event.value])


# ---- in words


def _at_node(index: TraceIndex, zero: Zero, cause: str, factor: int | None = None) -> Finding:
    """Return a finding about the node at which a gradient turns to 0; `factor` is the zero that it multiplies by."""
    source = factor if cause == "zero_factor" else zero.fn.edges[zero.turn.edge].source
    text, evidence = _computed(index, zero, zero.fn, source)
    arrived = index.trace.values[next(v for v in zero.turn.step.incoming if v is not None)]
    size, shown = _size(index, zero)
    text += ". " + say("why.nonfinite.passed_on", arrives=numbers.written(arrived), leaves=shown)
    return _finding(index, zero, cause, zero.fn, text, evidence | {"arrives": numbers.fact(arrived), "leaves": size})


def _computed(index: TraceIndex, zero: Zero, fn: Fn, source: int | None) -> tuple[str, Evidence]:
    """Return that the gradient is 0, and what a node computes, of which numbers."""
    op = None if fn.op is None else index.trace.ops[fn.op]
    made = fn.name if op is None else op.text or op.name
    size, shown = _size(index, zero)
    text = say(
        "why.slope_zero.told",
        gradient=index.gradient_title(zero.tensor),
        size=shown,
        line=fn.line,
        module=index.module_of_node(fn),
        operation=made,
    )
    evidence: Evidence = {"gradient": size}
    if source is not None and (op is None or op.text != index.title(source)):
        text += say("why.nonfinite.where", input=index.told(source))
        evidence["input"] = index.fact(source)
    return text, evidence


def _size(index: TraceIndex, zero: Zero) -> tuple[float, str]:
    """Return the size of what is left of a gradient, and how it is written."""
    value = index.trace.values[zero.turn.arrival.value]
    size = numbers.size_of(value)
    return size, numbers.number_text(size, 2)


def _finding(index: TraceIndex, zero: Zero, cause: str, fn: Fn, text: str, evidence: Evidence) -> Finding:
    at = None if fn.op is None else index.trace.ops[fn.op].outputs[0]
    return Finding(index.title(zero.tensor), "zero", fn.line, cause, text, zero.tensor, at, evidence)


def _kind(index: TraceIndex, fn: int) -> Kind:
    """Return what the operation of a node is."""
    op = index.trace.fns[fn].op
    return operator_of("" if op is None else index.trace.ops[op].name).kind
