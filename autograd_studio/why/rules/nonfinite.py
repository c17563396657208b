"""NaN and infinity: the first operation, forward or backward, that made one out of ordinary numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from autograd_engine.trace.schema import Fn, Value

from .. import numbers
from ..finding import Finding, Kind
from ..flow import Arrival, Flow, Flows, Turn, accumulator
from ..index import Event, TraceIndex, inputs_of

_CHOOSING = (
    "where", "masked_fill", "index_put", "masked_select", "masked_scatter", "clamp", "maximum", "minimum", "relu",
)  # fmt: skip

# By the operation's name: what makes its results, and what its slope, infinite or NaN.
_FORWARD = {
    "log": "log_zero", "log2": "log_zero", "log10": "log_zero", "log1p": "log_zero", "logit": "log_zero", "xlogy": "log_zero",
    "sqrt": "sqrt_zero", "rsqrt": "sqrt_zero",
    "div": "division_by_zero", "rdiv": "division_by_zero", "reciprocal": "division_by_zero", "true_divide": "division_by_zero",
    "remainder": "division_by_zero", "fmod": "division_by_zero",
    "exp": "exp_overflow", "expm1": "exp_overflow", "exp2": "exp_overflow", "sinh": "exp_overflow", "cosh": "exp_overflow",
    "softmax": "all_masked", "log_softmax": "all_masked",
    "acos": "domain", "asin": "domain", "atanh": "domain", "acosh": "domain", "tan": "domain", "lgamma": "domain",
    "std": "empty", "var": "empty", "mean": "empty", "nll_loss": "empty", "nll_loss_forward": "empty",
    "mse_loss": "empty",
}  # fmt: skip
_BACKWARD = _FORWARD | {
    "norm": "norm_zero", "linalg_vector_norm": "norm_zero", "std": "norm_zero", "cdist": "norm_zero", "dist": "norm_zero",
    "cosine_similarity": "norm_zero", "atan2": "domain", "pairwise_distance": "norm_zero",
}  # fmt: skip


def _operation(fn: Fn) -> str:
    """Return the operation that a node is named after: those within a composite one are not told themselves."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", re.sub(r"Backward\d*$", "", fn.name)).lower() if fn.kind == "op" else ""


@dataclass(frozen=True)
class Origin:
    """Where the first odd number comes from: the cause, the line, a sentence about it, and the tensor made there."""

    cause: str
    line: int | None
    text: str
    at: int | None = None


class NonFinite:
    """Explains gradients and results that are NaN or infinite."""

    def __init__(self, story: TraceIndex, flows: Flows) -> None:
        self._story = story
        self._flows = flows
        self._trace = story.trace

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each leaf whose gradient became NaN or infinite, or for the root where no gradient did."""
        told = False
        for identity, states in self._story.states.items():
            if self._story.is_trainable(states[-1]) and self._story.received(identity):
                found = self.explained(states[-1])
                if found is not None:
                    told = True
                    yield found
        if not told:
            yield from self._roots()

    def explained(self, tensor: int, received: list[Event] | None = None) -> Finding | None:
        """Return where the first NaN or infinity in the gradient of a tensor comes from, None if it has none.

        Without `received` it is all that was ever added to the gradient.
        """
        odd = self._odd(tensor) if received is None else [event for event in received if self._is_odd(event)]
        if not odd:
            return None
        origin = self._backward(odd[0]) or Origin("domain", odd[0].line, "")
        origin = replace(origin, text=origin.text + self._sum(odd[0].run))
        subject = self._story.gradient_title(tensor)
        when = odd[0].line, self._story.scope_of_pass(odd[0].run)
        return self._finding(tensor, self._trace.values[odd[-1].value], subject, when, origin)

    def _sum(self, run: int | None) -> str:
        """Say where infinities of both signs were added up, if the first NaN of a pass came from that."""
        values = self._trace.values
        for step in self._trace.steps:
            if step.kind != "arrive" or step.run != run or step.value is None or step.after is None:
                continue
            if numbers.has_nan(values[step.value]):
                return ""
            if numbers.has_nan(values[step.after]):
                fn = self._trace.fns[step.fn]
                place = self._text(fn) if fn.variable is None else self._story.title(fn.variable)
                before, value, after = (numbers.written(values[i]) for i in (step.before, step.value, step.after))
                return f" At {place}, {before} and {value} add up to {after}."
        return ""

    def origin(self, tensor: int) -> Origin | None:
        """Return where the first NaN or infinity in the gradient of a tensor comes from."""
        odd = self._odd(tensor)
        return self._backward(odd[0]) if odd else None

    def of_last_node(self) -> Origin | None:
        """Return what it is about the node that ran last, where anomaly detection has found a NaN."""
        step = next((s for s in reversed(self._trace.steps) if s.kind == "run" and s.outgoing), None)
        for edge, value in enumerate(() if step is None else step.outgoing):
            if value is not None and numbers.has_nan(self._trace.values[value]):
                turn = Turn(step, edge, Arrival(step.fn, edge, value))
                return self._of_turn(self._flows[step.run], turn)
        return None

    def _odd(self, tensor: int) -> list[Event]:
        received = self._story.received(self._trace.tensors[tensor].identity)
        return [event for event in received if self._is_odd(event)]

    def _is_odd(self, event: Event) -> bool:
        return event.value is not None and not numbers.is_finite(self._trace.values[event.value])

    def of_result(self, tensor: int) -> Finding | None:
        """Return where the first NaN or infinity in the numbers of a tensor comes from, None if it has none."""
        value = self._story.value(tensor)
        if numbers.is_finite(value):
            return None
        entry = self._trace.tensors[tensor]
        return self._finding(tensor, value, self._story.title(tensor), (entry.line, entry.scope), self._forward(tensor))

    def _finding(
        self, tensor: int, value: Value, subject: str, when: tuple[int | None, int | None], origin: Origin
    ) -> Finding:
        """Return the finding about a tensor that is not finite from a line and scope, `when`, on."""
        what: Kind = "nan" if numbers.has_nan(value) else "inf"
        name = self._story.title(tensor)
        verb = "is" if not value.shape else "contains"
        kind = "NaN" if what == "nan" else "infinite" if verb == "is" else "infinities"
        line, scope = when
        told = f"{subject} {verb} {kind} from line {line}{self._story.iteration_text(scope)} on. {origin.text}"
        iteration = self._story.iteration(scope)
        return Finding(name, what, origin.line, origin.cause, told, tensor, origin.at, iteration=iteration)

    def _roots(self) -> Iterator[Finding]:
        for run in self._trace.passes:
            for root in run.roots:
                found = None if root.tensor is None else self.of_result(root.tensor)
                if found is not None and found.cause != "data_not_finite":
                    yield found
                    return

    # ---- backward

    def _backward(self, event: Event) -> Origin | None:
        fn = accumulator(self._story, event)
        if fn is None:
            return None
        flow = self._flows[event.run]
        turns = list(flow.turns(fn, lambda value: not numbers.is_finite(value)))
        for turn in turns:
            return self._of_turn(flow, turn)
        return None

    def _of_turn(self, flow: Flow, turn: Turn) -> Origin:
        """Return what it is about a node that makes NaN or infinity of ordinary gradients."""
        fn = self._trace.fns[turn.step.fn]
        if self._is_zero_times(turn):
            chosen = self._choice_above(flow, turn.step.fn)
            if chosen is not None:
                return Origin("where_branch", fn.line, self._branch_text(turn, chosen), self._made_by(fn))
            zero = self._zero_above(flow, turn.step.fn)
            if zero is not None:
                return Origin("zero_times_infinity", fn.line, self._zero_text(turn, zero), self._made_by(fn))
        earlier = self._earlier(self._used_by(turn))
        if earlier is not None:
            return earlier
        name = _operation(fn) if fn.op is None else self._trace.ops[fn.op].name.rstrip("_")
        cause = (
            self._power(fn.op, self._trace.values[turn.arrival.value])
            if name == "pow" and fn.op is not None
            else _BACKWARD.get(name.removeprefix("_"), "overflow")
        )
        source = fn.edges[turn.edge].source if turn.edge < len(fn.edges) else None
        if cause == "overflow" and fn.kind == "function":
            cause = "domain"
        text = f"Line {fn.line}{self._story.module_of_node(fn)} computes {self._text(fn)}"
        if source is not None:
            text += f", where {self._story.told(source)}"
        made = numbers.written(self._trace.values[turn.arrival.value])
        arrives = next(numbers.written(self._trace.values[v]) for v in turn.step.incoming if v is not None)
        told = f"{text}. The gradient that arrives there is {arrives}, and {made} is passed on."
        return Origin(cause, fn.line, told, self._made_by(fn))

    def _made_by(self, fn: Fn) -> int | None:
        """Return the first tensor that the operation of a node has made."""
        return None if fn.op is None else self._trace.ops[fn.op].outputs[0]

    def _earlier(self, used: list[int]) -> Origin | None:
        """Return the first operation on the way to what a node uses that made NaN or infinity, as an exp that overflowed does.

        A constant that is infinite, as in a mask, is only to blame where the node itself uses such numbers.
        """
        waiting, seen = list(used), set(used)
        while waiting:
            tensor = self._trace.tensors[waiting.pop()]
            new = [t for t in inputs_of(self._trace.ops[tensor.op]) if t not in seen] if tensor.op is not None else []
            seen.update(new)
            waiting += new
        for t in sorted(t for t in seen if not numbers.is_finite(self._story.value(t))):
            origin = self._forward(t)
            if origin.cause != "data_not_finite" or t in used:
                return origin
        return None

    def _power(self, op: int | None, value: Value) -> str:
        """Return why a power, or its slope, is not finite: one above 1 is infinite only of what is too large."""
        exponent = next((a.text for a in self._trace.ops[op].inputs if a.name == "exponent"), None)
        try:
            if float(exponent) < 0:
                return "division_by_zero"
            return "pow_zero" if float(exponent) < 1 or numbers.has_nan(value) else "overflow"
        except (TypeError, ValueError):
            return "pow_zero" if numbers.has_nan(value) else "overflow"

    def _used_by(self, turn: Turn) -> list[int]:
        fn = self._trace.fns[turn.step.fn]
        saved = [s.tensor for s in fn.saved if s.tensor is not None]
        return saved + list(self._sources(fn))

    def _sources(self, fn: Fn) -> Iterator[int]:
        """Yield the tensors that a node was computed from; what is only known inside of a call counts as what it was made of."""
        for edge in fn.edges:
            below = None if edge.to is None else self._trace.fns[edge.to]
            if edge.source is not None:
                yield edge.source
            elif below is not None and below.op is not None:
                yield from self._trace.ops[below.op].outputs
            elif below is not None:
                yield from self._sources(below)

    def _is_zero_times(self, turn: Turn) -> bool:
        """Return whether a NaN leaves where a 0 arrived."""
        out = self._trace.values[turn.arrival.value]
        for index in turn.step.incoming or ():
            value = None if index is None else self._trace.values[index]
            if value is None or value.stats is not None or out.stats is not None:
                continue
            pairs = zip(value.data, out.data, strict=False)
            same = value.shape == out.shape
            if any(b == "NaN" and a == 0 for a, b in pairs) if same else numbers.has_nan(out) and 0 in value.data:
                return True
        return False

    def _choice_above(self, flow: Flow, fn: int) -> int | None:
        """Return the node between the root and `fn` that sends 0 to what was not chosen."""
        for above in flow.above(fn):
            op = self._trace.fns[above].op
            name = "" if op is None else self._trace.ops[op].name
            step = flow.steps.get(above)
            has_zeros = step is not None and any(
                0 in self._trace.values[v].data for v in step.outgoing or () if v is not None
            )
            if name.rstrip("_").startswith(_CHOOSING) and has_zeros:
                return above
        return None

    def _zero_above(self, flow: Flow, fn: int) -> int | None:
        """Return the product between the root and `fn` that multiplies gradients by 0."""
        for above in flow.above(fn):
            op, step = self._trace.fns[above].op, flow.steps.get(above)
            if op is None or step is None or self._trace.ops[op].name.rstrip("_") != "mul":
                continue
            if any(0 in self._trace.values[v].data for v in step.outgoing or () if v is not None):
                return above
        return None

    def _zero_text(self, turn: Turn, product: int) -> str:
        fn, factor = self._trace.fns[turn.step.fn], self._trace.fns[product]
        where = f"{fn.line}{self._story.module_of_node(fn)}"
        return (
            f"In the backward pass, line {where} multiplies 0 by {self._odd_factor(turn)}, in {self._text(fn)}: the gradient "
            f"that arrives there is 0 because of {self._text(factor)} (line {factor.line})."
        )

    def _odd_factor(self, turn: Turn) -> str:
        return self._odd_saved(turn) or "an infinite slope"

    def _branch_text(self, turn: Turn, chosen: int) -> str:
        fn, choice = self._trace.fns[turn.step.fn], self._trace.fns[chosen]
        where = f"{fn.line}{self._story.module_of_node(fn)}"
        return (
            f"In the backward pass, line {where} multiplies 0 by {self._odd_factor(turn)}, in {self._text(fn)}: the branch that "
            f"{self._text(choice)} (line {choice.line}) did not take."
        )

    def _odd_saved(self, turn: Turn) -> str:
        for t in self._used_by(turn):
            value = self._story.value(t)
            odd = [x for x in value.data if isinstance(x, str)]
            if odd:
                return str(odd[0]).replace("-Infinity", "−inf").replace("Infinity", "inf")
        return ""

    # ---- forward

    def _forward(self, tensor: int) -> Origin:
        """Return the first operation on the way to a tensor that made NaN or infinity of ordinary numbers."""
        seen, product = set(), None
        while True:
            seen.add(tensor)
            entry = self._trace.tensors[tensor]
            inputs = [] if entry.op is None else inputs_of(self._trace.ops[entry.op])
            if entry.op is None and entry.base is not None:
                inputs = [entry.base]
            if self._is_all_masked(tensor, inputs):
                return self._made(tensor)
            odd = [t for t in inputs if not numbers.is_finite(self._story.value(t)) and t not in seen]
            if self._is_zero_product(tensor, inputs):
                product = tensor
            if not odd:
                is_meant = product is not None and entry.op is not None  # infinity that the program itself has written
                origin = self._made(tensor)
                is_cause = is_meant and origin.cause == "data_not_finite"
                return replace(self._made(product), cause="zero_times_infinity") if is_cause else origin
            tensor = min(odd)

    def _is_zero_product(self, tensor: int, inputs: list[int]) -> bool:
        """Return whether a product is NaN without a factor that is: it multiplied 0 by infinity."""
        op = self._trace.tensors[tensor].op
        is_product = op is not None and self._trace.ops[op].name.rstrip("_") == "mul"
        if not is_product or not numbers.has_nan(self._story.value(tensor)):
            return False
        factors = self._trace.ops[op].inputs
        return not any(numbers.has_nan(self._story.value(t)) for t in inputs) and not any(
            "nan" in (factor.text or "") for factor in factors
        )

    def _is_all_masked(self, tensor: int, inputs: list[int]) -> bool:
        """Return whether a softmax made NaN of infinities, which a mask may well hold."""
        op = self._trace.tensors[tensor].op
        is_softmax = op is not None and self._trace.ops[op].name.lstrip("_") in ("softmax", "log_softmax")
        has_nan = [numbers.has_nan(self._story.value(t)) for t in inputs]
        return is_softmax and numbers.has_nan(self._story.value(tensor)) and not any(has_nan)

    def _made(self, tensor: int) -> Origin:
        entry, value = self._trace.tensors[tensor], self._story.value(tensor)
        if entry.grad_of is not None and (found := self.origin(entry.grad_of)):
            return found
        if entry.op is None:
            name = self._story.title(tensor)
            held = self._held(tensor)
            if held is not None:
                text = f"{held[0]}, set in line {held[1]}, is {'NaN' if numbers.has_nan(value) else 'infinite'}, and {name} of "
                text += f"line {entry.line} gets it from there."
                return Origin("data_not_finite", held[1], text, tensor)
            made = "made before the recording began" if entry.line is None else f"made in line {entry.line}"
            text = f"{name}, {made}, is {numbers.written(value)} from the start."
            return Origin("data_not_finite", entry.line, text, tensor)
        op = self._trace.ops[entry.op]
        name = op.name.rstrip("_").removeprefix("_")
        cause = _FORWARD.get(name, "overflow")
        if name in ("pow", "float_power"):
            cause = self._power(entry.op, value)
        if name in ("masked_fill", "full", "where") or any(
            "inf" in (a.text or "") or "nan" in (a.text or "") for a in op.inputs
        ):
            cause = "data_not_finite"
        told = [
            f"{self._story.title(t)} = {numbers.written(self._story.value(t))}"
            for t in dict.fromkeys(inputs_of(op))
            if self._story.title(t) != op.text
        ][:2]
        given = f" from {' and '.join(told)}" if told else ""
        where = f"line {op.line}{self._story.module_text(op.scope).rstrip(',')}"
        text = f"The first one is in {where}: {op.text or op.name} gives {numbers.written(value)}{given}."
        return Origin(cause, op.line, text, tensor)

    def _held(self, tensor: int) -> tuple[str, int | None] | None:
        """Return the element of a tensor of the program that a batch, as of a loader, has its NaN or infinity from.

        It is the first odd one of the latest tensor that consists of such rows, with the line that set it.
        """
        entry, batch = self._trace.tensors[tensor], self._story.value(tensor)
        for t, (value, line) in reversed(self._contents(entry.step).items()):
            held = self._trace.values[value]
            is_other = self._trace.tensors[t].identity != entry.identity and line != entry.line
            if not is_other or not self._story.names(self._trace.tensors[t].identity) or numbers.is_finite(held):
                continue
            if self._has_rows(held, batch):
                rest, place = next(i for i, x in enumerate(held.data) if isinstance(x, str)), []
                for size in reversed(held.shape):
                    rest, at = divmod(rest, size)
                    place.insert(0, str(at))
                return f"{self._story.title(t)}[{', '.join(place)}]", line
        return None

    def _contents(self, before: int) -> dict[int, tuple[int, int | None]]:
        """Return the values of the tensors before a step, by their first states, and the lines that set them."""
        found: dict[int, tuple[int, int | None]] = {}
        for states in self._story.states.values():
            if self._trace.tensors[states[0]].step < before:
                found[states[0]] = self._trace.tensors[states[0]].value, self._trace.tensors[states[0]].line
        for step in self._trace.steps[:before]:
            if step.kind == "write" and step.tensor is not None:
                written = (step.tensor, self._trace.tensors[step.tensor].value)
                for t, value in (written, *(step.changed or ())):
                    found[self._story.states[self._trace.tensors[t].identity][0]] = value, step.line
        return found

    @staticmethod
    def _has_rows(held: Value, value: Value) -> bool:
        """Return whether all rows of a value are rows of another one, as far as both are known."""
        if not value.shape or held.shape[1:] != value.shape[1:] or held.stats is not None or value.stats is not None:
            return False
        width = math.prod(value.shape[1:]) or 1
        rows = {tuple(held.data[i : i + width]) for i in range(0, len(held.data), width)}
        return all(tuple(value.data[i : i + width]) in rows for i in range(0, len(value.data), width))

    def _text(self, fn: Fn) -> str:
        if fn.op is None:
            return "a custom Function" if fn.kind == "function" else fn.name
        return self._trace.ops[fn.op].text or self._trace.ops[fn.op].name
