"""NaN and infinity: the first operation, forward or backward, that made one out of ordinary numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from autograd_engine.trace.operators import CHOOSING, operator_of
from autograd_engine.trace.schema import Fn, Value

from ...catalogue import say
from .. import numbers
from ..finding import Evidence, Finding, Kind, explains, finding, first
from ..flow import Arrival, Turn, accumulator, flow
from ..index import Event, TraceIndex, inputs_of


@dataclass(frozen=True)
class Origin:
    """Where the first odd number comes from: the cause, the line, a sentence about it, and the tensor made there."""

    cause: str
    line: int | None
    text: str
    at: int | None = None
    evidence: Evidence = field(default_factory=dict)


@dataclass(frozen=True)
class Odd:
    """NaN or infinity made of ordinary numbers: forward, of tensor `tensor`, or backward, by the node of `turn`.

    `operation` is the name of what made `value`, and `op` the operation of the Trace, where it is one.
    """

    operation: str
    op: int | None
    value: Value
    tensor: int | None = None
    turn: Turn | None = None
    fn: Fn | None = None


def nonfinites(index: TraceIndex) -> Iterator[Finding]:
    """Yield a finding for each leaf whose gradient became NaN or infinite, or for the root where no gradient did."""
    told = False
    for identity, states in index.states.items():
        if index.is_trainable(states[-1]) and index.received(identity):
            found = why_nonfinite(index, states[-1])
            if found is not None:
                told = True
                yield found
    if not told:
        yield from _roots(index)


def _roots(index: TraceIndex) -> Iterator[Finding]:
    for run in index.trace.passes:
        for root in run.roots:
            found = None if root.tensor is None else _why_result(index, root.tensor)
            if found is not None and found.cause != "data_not_finite":
                yield found
                return


def why_nonfinite(index: TraceIndex, tensor: int, received: list[Event] | None = None) -> Finding | None:
    """Return where the first NaN or infinity in the gradient of a tensor comes from, None if it has none.

    Without `received` it is all that was ever added to the gradient.
    """
    odd = _odd(index, tensor) if received is None else [event for event in received if _is_odd(index, event)]
    if not odd:
        return None
    origin = _backward(index, odd[0]) or Origin("domain", odd[0].line, "")
    text, evidence = _sum(index, odd[0].run)
    origin = replace(origin, text=origin.text + text, evidence=origin.evidence | evidence)
    subject = index.gradient_title(tensor)
    when = odd[0].line, index.scope_of_pass(odd[0].run)
    return _finding(index, tensor, index.trace.values[odd[-1].value], subject, when, origin)


def _sum(index: TraceIndex, run: int | None) -> tuple[str, Evidence]:
    """Say where infinities of both signs were added up, if the first NaN of a pass came from that."""
    values = index.trace.values
    for step in index.trace.steps:
        if step.kind != "arrive" or step.run != run or step.value is None or step.after is None:
            continue
        if numbers.has_nan(values[step.value]):
            return "", {}
        if numbers.has_nan(values[step.after]):
            fn = index.trace.fns[step.fn]
            place = _text(index, fn) if fn.variable is None else index.title(fn.variable)
            before, value, after = (numbers.written(values[i]) for i in (step.before, step.value, step.after))
            text = " " + say("why.nonfinite.sum", place=place, before=before, value=value, after=after)
            return text, {"before": before, "added": value, "after": after}
    return "", {}


def _odd(index: TraceIndex, tensor: int) -> list[Event]:
    received = index.received(index.trace.tensors[tensor].identity)
    return [event for event in received if _is_odd(index, event)]


def _is_odd(index: TraceIndex, event: Event) -> bool:
    return event.value is not None and not numbers.is_finite(index.trace.values[event.value])


def _why_result(index: TraceIndex, tensor: int) -> Finding | None:
    """Return where the first NaN or infinity in the numbers of a tensor comes from, None if it has none."""
    value = index.value(tensor)
    if numbers.is_finite(value):
        return None
    entry = index.trace.tensors[tensor]
    return _finding(index, tensor, value, index.title(tensor), (entry.line, entry.scope), _forward(index, tensor))


def _finding(
    index: TraceIndex, tensor: int, value: Value, subject: str, when: tuple[int | None, int | None], origin: Origin
) -> Finding:
    """Return the finding about a tensor that is not finite from a line and scope, `when`, on."""
    what: Kind = "nan" if numbers.has_nan(value) else "inf"
    name = index.title(tensor)
    if what == "nan":
        kind = say("why.nonfinite.nan")
    else:
        kind = say("why.nonfinite.infinities" if value.shape else "why.nonfinite.infinite")
    line, scope = when
    told = say(
        "why.nonfinite.holds" if value.shape else "why.nonfinite.told",
        subject=subject,
        kind=kind,
        line=line,
        iterations=index.iteration_text(scope),
        cause=origin.text,
    )
    iteration = index.iteration(scope)
    return Finding(name, what, origin.line, origin.cause, told, tensor, origin.at, origin.evidence, iteration=iteration)


# ---- backward


def origin_of_gradient(index: TraceIndex, tensor: int, before: int | None = None) -> Origin | None:
    """Return where the first NaN or infinity in the gradient of a tensor comes from, with `before` a step that it is there at.

    No pass brought it where the program itself made the gradient so, whatever a later pass does with that.
    """
    odd = [event for event in _odd(index, tensor) if before is None or event.step < before]
    return _backward(index, odd[0]) if odd else None


def origin_in_last_node(index: TraceIndex) -> Origin | None:
    """Return what it is about the node that ran last, where anomaly detection has found a NaN."""
    step = next((s for s in reversed(index.trace.steps) if s.kind == "run" and s.outgoing), None)
    for edge, value in enumerate(() if step is None else step.outgoing):
        if value is not None and numbers.has_nan(index.trace.values[value]):
            turn = Turn(step, edge, Arrival(step.fn, edge, value))
            return _of_turn(index, turn)
    return None


def _backward(index: TraceIndex, event: Event) -> Origin | None:
    """Return what it is about the first node that made what an event brought, None if it came so from elsewhere."""
    fn, values = accumulator(index, event), index.trace.values
    turns = () if fn is None else flow(index, event.run).turns(fn, lambda value: not numbers.is_finite(values[value]))
    return next((_of_turn(index, turn) for turn in turns), None)


def _of_turn(index: TraceIndex, turn: Turn) -> Origin:
    """Return what it is about a node that makes NaN or infinity of ordinary gradients."""
    fn = index.trace.fns[turn.step.fn]
    name = _operation(fn) if fn.op is None else index.trace.ops[fn.op].name.rstrip("_")
    value = index.trace.values[turn.arrival.value]
    return first("odd", index, Odd(name.removeprefix("_"), fn.op, value, turn=turn, fn=fn))


def _operation(fn: Fn) -> str:
    """Return the operation that a node is named after: those within a composite one are not told themselves."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", re.sub(r"Backward\d*$", "", fn.name)).lower() if fn.kind == "op" else ""


# ---- zeros that meet infinity


@finding("where_branch", of="odd", lesson="kinks-and-ties")
def where_branch(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a choice, whose other branch gets 0 times what is not finite."""
    chosen = _choice_above(index, odd) if _is_zero_times(index, odd) else None
    if chosen is None:
        return None
    choice = index.trace.fns[chosen]
    return _zero_times(
        index, odd, "where_branch", say("why.where_branch.why", operation=_text(index, choice), line=choice.line)
    )


@finding("zero_times_infinity", of="odd", lesson="kinks-and-ties")
def zero_times_infinity(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a product, whose factor 0 meets what is not finite."""
    product = _product_above(index, odd) if _is_zero_times(index, odd) else None
    if product is None:
        return None
    factor = index.trace.fns[product]
    arrives = say("why.zero_times_infinity.why", operation=_text(index, factor), line=factor.line)
    return _zero_times(index, odd, "zero_times_infinity", arrives)


def _zero_times(index: TraceIndex, odd: Odd, cause: str, why: str) -> Origin:
    """Return that a node multiplies 0 by what is not finite, and why it is 0."""
    fn, factor = odd.fn, _odd_saved(index, odd) or say("why.zero_times_infinity.slope")
    text = say(
        "why.zero_times_infinity.told", line=fn.line, module=index.module_of_node(fn), factor=factor,
        operation=_text(index, fn), why=why,
    )  # fmt: skip
    return Origin(cause, fn.line, text, _made_by(index, fn), {"arrives": 0, "factor": factor})


def _odd_saved(index: TraceIndex, odd: Odd) -> str:
    """Return the first number that is not finite of what a node computes with, "" if there is none."""
    for t in _used_by(index, odd.fn):
        found = [x for x in index.value(t).data if isinstance(x, str)]
        if found:
            return str(found[0]).replace("-Infinity", "−inf").replace("Infinity", "inf")
    return ""


def _is_zero_times(index: TraceIndex, odd: Odd) -> bool:
    """Return whether a NaN leaves a node where a 0 arrived."""
    out = odd.value
    for number in () if odd.turn is None else odd.turn.step.incoming or ():
        value = None if number is None else index.trace.values[number]
        if value is None or value.stats is not None or out.stats is not None:
            continue
        pairs = zip(value.data, out.data, strict=False)
        same = value.shape == out.shape
        if any(b == "NaN" and a == 0 for a, b in pairs) if same else numbers.has_nan(out) and 0 in value.data:
            return True
    return False


def _choice_above(index: TraceIndex, odd: Odd) -> int | None:
    """Return the node between the root and a node that sends 0 to what was not chosen."""
    return _sender_of_zeros(index, odd, lambda name: CHOOSING in operator_of(name).kind)


def _product_above(index: TraceIndex, odd: Odd) -> int | None:
    """Return the product between the root and a node that multiplies gradients by 0."""
    return _sender_of_zeros(index, odd, lambda name: name == "mul")


def _sender_of_zeros(index: TraceIndex, odd: Odd, is_meant: Callable[[str], bool]) -> int | None:
    walked, values = flow(index, odd.turn.step.run), index.trace.values
    for above in walked.above(odd.turn.step.fn):
        op, step = index.trace.fns[above].op, walked.steps.get(above)
        sent = () if op is None or step is None else (values[v] for v in step.outgoing or () if v is not None)
        if any(0 in value.data for value in sent) and is_meant(index.trace.ops[op].name.rstrip("_")):
            return above
    return None


# ---- what was there before


@explains("odd")
def sum_of_nothing(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame the slope of a logsumexp of nothing but −inf, which a mask may well hold: it is exp(−inf − −inf)."""
    if odd.turn is None or operator_of(odd.operation).steep != "all_masked":
        return None
    made = index.value(index.trace.ops[odd.op].outputs[0])
    is_masked = "-Infinity" in made.data and not numbers.has_nan(made)
    return _at_node(index, odd, "all_masked") if is_masked and numbers.has_nan(odd.value) else None


@explains("odd")
def earlier(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame the first operation on the way to what a node uses that made NaN or infinity, as an exp that overflowed does.

    A constant that is infinite, as in a mask, is only to blame where the node itself uses such numbers.
    """
    used = [] if odd.turn is None else _used_by(index, odd.fn)
    waiting, seen = list(used), set(used)
    while waiting:
        tensor = index.trace.tensors[waiting.pop()]
        new = [t for t in inputs_of(index.trace.ops[tensor.op]) if t not in seen] if tensor.op is not None else []
        seen.update(new)
        waiting += new
    for t in sorted(t for t in seen if not numbers.is_finite(index.value(t))):
        origin = _forward(index, t)
        if origin.cause != "data_not_finite" or t in used:
            return origin
    return None


def _used_by(index: TraceIndex, fn: Fn) -> list[int]:
    saved = [s.tensor for s in fn.saved if s.tensor is not None]
    return saved + list(_sources(index, fn))


def _sources(index: TraceIndex, fn: Fn) -> Iterator[int]:
    """Yield the tensors that a node was computed from; what is only known inside of a call counts as what it was made of."""
    for edge in fn.edges:
        below = None if edge.to is None else index.trace.fns[edge.to]
        if edge.source is not None:
            yield edge.source
        elif below is not None and below.op is not None:
            yield from index.trace.ops[below.op].outputs
        elif below is not None:
            yield from _sources(index, below)


@finding("data_not_finite", of="odd", lesson="empty-and-infinite")
def data_not_finite(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame what was not finite from the start: data, or a constant of the program."""
    if odd.tensor is None:
        return None
    entry = index.trace.tensors[odd.tensor]
    if entry.op is not None:
        texts = (argument.text or "" for argument in index.trace.ops[entry.op].inputs)
        is_written = odd.operation in ("masked_fill", "full", "where") or any("inf" in t or "nan" in t for t in texts)
        return _at_operation(index, odd, "data_not_finite") if is_written else None
    if entry.grad_of is not None and (found := origin_of_gradient(index, entry.grad_of, entry.step)):
        return found
    name, held, changed = index.title(odd.tensor), _held(index, odd.tensor), _changed_at(index, odd.tensor)
    if changed is not None:
        text = say("why.data_not_finite.changed", line=changed, name=name, value=numbers.written(odd.value))
        return Origin("data_not_finite", changed, text, odd.tensor, {"value": numbers.fact(odd.value)})
    if held is not None:
        kind = say("why.nonfinite.nan" if numbers.has_nan(odd.value) else "why.nonfinite.infinite")
        text = say("why.data_not_finite.held", element=held[0], set_line=held[1], kind=kind, name=name, line=entry.line)
        return Origin("data_not_finite", held[1], text, odd.tensor, {"element": held[0], "value": kind})
    made = say("why.data_not_finite.before") if entry.line is None else say("why.data_not_finite.made", line=entry.line)
    text = say("why.data_not_finite.told", name=name, made=made, value=numbers.written(odd.value))
    return Origin("data_not_finite", entry.line, text, odd.tensor, {"value": numbers.fact(odd.value)})


def _changed_at(index: TraceIndex, tensor: int) -> int | None:
    """Return the line in which the program itself made a `.grad` NaN or infinite, None if it did not."""
    entry, tensors = index.trace.tensors[tensor], index.trace.tensors
    if entry.grad_of is None:
        return None
    owner = tensors[entry.grad_of].identity
    steps = (s for s in index.trace.steps[: entry.step + 1] if s.kind == "grad" and s.after is not None)
    lines = [
        s.line
        for s in steps
        if tensors[s.tensor].identity == owner and not numbers.is_finite(index.trace.values[s.after])
    ]
    return lines[0] if lines else None


def _held(index: TraceIndex, tensor: int) -> tuple[str, int | None] | None:
    """Return the element of a tensor of the program that a batch, as of a loader, has its NaN or infinity from.

    It is the first odd one of the latest tensor that consists of such rows, with the line that set it.
    """
    entry, batch = index.trace.tensors[tensor], index.value(tensor)
    for t, (value, line) in reversed(_contents(index, entry.step).items()):
        held = index.trace.values[value]
        is_other = index.trace.tensors[t].identity != entry.identity and line != entry.line
        if not is_other or not index.names(index.trace.tensors[t].identity) or numbers.is_finite(held):
            continue
        if _has_rows(held, batch):
            rest, place = next(i for i, x in enumerate(held.data) if isinstance(x, str)), []
            for size in reversed(held.shape):
                rest, at = divmod(rest, size)
                place.insert(0, str(at))
            return f"{index.title(t)}[{', '.join(place)}]", line
    return None


def _contents(index: TraceIndex, before: int) -> dict[int, tuple[int, int | None]]:
    """Return the values of the tensors before a step, by their first states, and the lines that set them."""
    found: dict[int, tuple[int, int | None]] = {}
    for states in index.states.values():
        if index.trace.tensors[states[0]].step < before:
            found[states[0]] = index.trace.tensors[states[0]].value, index.trace.tensors[states[0]].line
    for step in index.trace.steps[:before]:
        if step.kind == "write" and step.tensor is not None:
            written = (step.tensor, index.trace.tensors[step.tensor].value)
            for t, value in (written, *(step.changed or ())):
                found[index.states[index.trace.tensors[t].identity][0]] = value, step.line
    return found


def _has_rows(held: Value, value: Value) -> bool:
    """Return whether all rows of a value are rows of another one, as far as both are known."""
    if not value.shape or held.shape[1:] != value.shape[1:] or held.stats is not None or value.stats is not None:
        return False
    width = math.prod(value.shape[1:]) or 1
    rows = {tuple(held.data[i : i + width]) for i in range(0, len(held.data), width)}
    return all(tuple(value.data[i : i + width]) in rows for i in range(0, len(value.data), width))


# ---- operations


@finding("pow_zero", of="odd", lesson="kinks-and-ties")
def pow_zero(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a power, or its slope: one above 1 is infinite only of what is too large, and one below 0 divides."""
    names = ("pow",) if odd.tensor is None else ("pow", "float_power")
    if odd.operation not in names or odd.op is None:
        return None
    exponent = next((a.text for a in index.trace.ops[odd.op].inputs if a.name == "exponent"), None)
    try:
        power = float(exponent)
    except (TypeError, ValueError):
        power = math.inf
    is_undefined = power < 1 or numbers.has_nan(odd.value)
    return _at_operation(index, odd, "division_by_zero" if power < 0 else "pow_zero" if is_undefined else "overflow")


@finding("log_zero", of="odd", lesson="empty-and-infinite")
def log_zero(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a logarithm of 0 or of a negative number."""
    return _if_listed(index, odd, "log_zero")


@finding("sqrt_zero", of="odd", lesson="kinks-and-ties")
def sqrt_zero(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a root of 0 or of a negative number."""
    return _if_listed(index, odd, "sqrt_zero")


@explains("odd")
def norm_of_zero(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a distance or a standard deviation of 0."""
    return _if_listed(index, odd, "norm_zero")


@finding("division_by_zero", of="odd", lesson="empty-and-infinite")
def division_by_zero(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a division by 0."""
    return _if_listed(index, odd, "division_by_zero")


@finding("exp_overflow", of="odd", lesson="empty-and-infinite")
def exp_overflow(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame an exponential of a large number."""
    return _if_listed(index, odd, "exp_overflow")


@finding("all_masked", of="odd")
def all_masked(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a softmax over nothing but minus infinity."""
    return _if_listed(index, odd, "all_masked")


@finding("empty", of="odd")
def empty(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a mean of no elements."""
    return _if_listed(index, odd, "empty")


@finding("domain", of="odd", lesson="kinks-and-ties")
def domain(index: TraceIndex, odd: Odd) -> Origin | None:
    """Blame a function that is not defined for its input, as a custom one may be."""
    is_custom = odd.fn is not None and odd.fn.kind == "function" and not _known_for(odd)
    return _at_operation(index, odd, "domain") if is_custom else _if_listed(index, odd, "domain")


@finding("overflow", of="odd", lesson="empty-and-infinite")
def overflow(index: TraceIndex, odd: Odd) -> Origin:
    """Blame numbers that have grown too large, where nothing else is known."""
    return _at_operation(index, odd, "overflow")


def _if_listed(index: TraceIndex, odd: Odd, cause: str) -> Origin | None:
    """Return the origin if a cause is what the operation is known for."""
    return _at_operation(index, odd, cause) if _known_for(odd) == cause else None


def _known_for(odd: Odd) -> str:
    """Return the cause that the operation is known for: of odd results, or, of a node, of odd slopes."""
    operator = operator_of(odd.operation)
    return operator.odd if odd.tensor is not None else operator.steep or operator.odd


def _at_operation(index: TraceIndex, odd: Odd, cause: str) -> Origin:
    return _at_result(index, odd, cause) if odd.turn is None else _at_node(index, odd, cause)


def _at_node(index: TraceIndex, odd: Odd, cause: str) -> Origin:
    """Return that a node made of an ordinary gradient what is not finite."""
    fn, edge, values = odd.fn, odd.turn.edge, index.trace.values
    source = fn.edges[edge].source if edge < len(fn.edges) else None
    text = say("why.nonfinite.computes", line=fn.line, module=index.module_of_node(fn), operation=_text(index, fn))
    evidence: Evidence = {}
    if source is not None:
        text += say("why.nonfinite.where", input=index.told(source))
        evidence["input"] = index.fact(source)
    arrives, made = values[next(v for v in odd.turn.step.incoming if v is not None)], odd.value
    text += ". " + say("why.nonfinite.passed_on", arrives=numbers.written(arrives), leaves=numbers.written(made))
    evidence |= {"arrives": numbers.fact(arrives), "leaves": numbers.fact(made)}
    return Origin(cause, fn.line, text, _made_by(index, fn), evidence)


def _at_result(index: TraceIndex, odd: Odd, cause: str) -> Origin:
    """Return that an operation made of ordinary numbers what is not finite."""
    op = index.trace.ops[odd.op]
    given = [t for t in dict.fromkeys(inputs_of(op)) if index.title(t) != op.text][:2]
    told = " and ".join(f"{index.title(t)} = {numbers.written(index.value(t))}" for t in given)
    where = say("why.nonfinite.place", line=op.line, module=index.module_text(op.scope).rstrip(","))
    text = say("why.nonfinite.first", where=where, operation=op.text or op.name, value=numbers.written(odd.value))
    text += f" {say('why.nonfinite.from', inputs=told)}" if told else "."
    evidence = {index.title(t): numbers.fact(index.value(t)) for t in given} | {"result": numbers.fact(odd.value)}
    return Origin(cause, op.line, text, odd.tensor, evidence)


# ---- forward


def _forward(index: TraceIndex, tensor: int) -> Origin:
    """Return the first operation on the way to a tensor that made NaN or infinity of ordinary numbers."""
    seen, product = set(), None
    while True:
        seen.add(tensor)
        entry = index.trace.tensors[tensor]
        inputs = [] if entry.op is None else inputs_of(index.trace.ops[entry.op])
        if entry.op is None and entry.base is not None:
            inputs = [entry.base]
        if _is_all_masked(index, tensor, inputs):
            return _made(index, tensor)
        odd = [t for t in inputs if not numbers.is_finite(index.value(t)) and t not in seen]
        if _is_zero_product(index, tensor, inputs):
            product = tensor
        if not odd:
            is_meant = product is not None and entry.op is not None  # infinity that the program itself has written
            origin = _made(index, tensor)
            is_cause = is_meant and origin.cause == "data_not_finite"
            return replace(_made(index, product), cause="zero_times_infinity") if is_cause else origin
        tensor = min(odd)


def _is_zero_product(index: TraceIndex, tensor: int, inputs: list[int]) -> bool:
    """Return whether a product is NaN without a factor that is: it multiplied 0 by infinity."""
    op = index.trace.tensors[tensor].op
    is_product = op is not None and index.trace.ops[op].name.rstrip("_") == "mul"
    if not is_product or not numbers.has_nan(index.value(tensor)):
        return False
    factors = index.trace.ops[op].inputs
    return not any(numbers.has_nan(index.value(t)) for t in inputs) and not any(
        "nan" in (factor.text or "") for factor in factors
    )


def _is_all_masked(index: TraceIndex, tensor: int, inputs: list[int]) -> bool:
    """Return whether a softmax made NaN of infinities, which a mask may well hold."""
    op = index.trace.tensors[tensor].op
    is_softmax = op is not None and index.trace.ops[op].name.lstrip("_") in ("softmax", "log_softmax")
    has_nan = [numbers.has_nan(index.value(t)) for t in inputs]
    return is_softmax and numbers.has_nan(index.value(tensor)) and not any(has_nan)


def _made(index: TraceIndex, tensor: int) -> Origin:
    """Return what it is about the operation that made a tensor, or about the data that it is."""
    op = index.trace.tensors[tensor].op
    name = "" if op is None else index.trace.ops[op].name.rstrip("_").removeprefix("_")
    return first("odd", index, Odd(name, op, index.value(tensor), tensor))


def _made_by(index: TraceIndex, fn: Fn) -> int | None:
    """Return the first tensor that the operation of a node has made."""
    return None if fn.op is None else index.trace.ops[fn.op].outputs[0]


def _text(index: TraceIndex, fn: Fn) -> str:
    if fn.op is None:
        return say("why.nonfinite.function") if fn.kind == "function" else fn.name
    return index.trace.ops[fn.op].text or index.trace.ops[fn.op].name
