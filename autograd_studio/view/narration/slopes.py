"""Slopes: one sentence for each input of an operation about how its result changes when that input does.

Elementwise operations are told with this step's numbers: what leaves a node divided by what arrives. Others are told by the
family that their row in trace/operators.py names, and with numbers where the result is a single one, or a softmax.
"""

from __future__ import annotations

import math

from autograd_engine.trace.operators import CUTTING, ELEMENTWISE, operator_of
from autograd_engine.trace.schema import Fn, Step, Trace, Value

from ...catalogue import say
from ..wording.box_text import as_operand
from ..wording.joining import join, sentences
from ..wording.tensor_text import index_text
from .paths import LocalSlope
from .rows import Rows, attended_rows, normalized_rows, softmax_rows

# Messages that an option replaces: the running statistics of evaluation, and values that are added to what is there.
_BY_OPTION = {
    ("view.slopes.normalized", "training", "False"): "view.slopes.fixed_scale",
    ("view.slopes.kept", "accumulate", "True"): "view.slopes.added",
}

# Messages after which a row is told with its numbers, after which it is said which elements received something, and those that
# have their numbers in them.
_BY_ROW = {
    "view.slopes.softmax",
    "view.slopes.log_softmax",
    "view.slopes.normalized",
    "view.slopes.query",
    "view.slopes.attended",
}
_WHO = {"view.slopes.taken", "view.slopes.chosen", "view.slopes.window_max", "view.slopes.kept", "view.slopes.nll"}
_SAYING = {"view.slopes.sum", "view.slopes.mean", "view.slopes.moved"}
MOST_RECEIVERS = 4


def slope_sentence(
    trace: Trace, step: Step, edge: int, title: str, result: str, local: LocalSlope
) -> tuple[str, Rows | None]:
    """Return the sentence about edge `edge` of the node that a step runs, "" where there is none to say.

    `title` is what its input is called, `result` what the operation's result is, `local` its slope. With it comes what each
    row sends, where that is told row by row; the sentence then ends with what is said first.
    """
    fn = trace.fns[step.fn]
    if fn.op is None or not step.outgoing or step.outgoing[edge] is None:
        return "", None
    message = _message(trace, fn, edge)
    if message not in _BY_ROW:
        return _sentence(trace, step, edge, message, title, result, local), None
    rows = _rows(trace, step, edge, message)
    return sentences(say(message, name=title, result=result), rows.first if rows else ""), rows


def slope_family(trace: Trace, fn: Fn, edge: int) -> str | None:
    """Return the family of slopes that those by an input of a node are of, None if they are told with their numbers alone."""
    message = _message(trace, fn, edge)
    return None if message is None else message.rpartition(".")[2]


def _message(trace: Trace, fn: Fn, edge: int) -> str | None:
    message = message_of(trace.ops[fn.op].name, fn.edges[edge].input.partition("[")[0])
    for argument in trace.ops[fn.op].inputs:
        message = _BY_OPTION.get((message, argument.name, argument.text), message)
    return message


def _sentence(
    trace: Trace,
    step: Step,
    edge: int,
    message: str | None,
    title: str,
    result: str,
    local: LocalSlope,
) -> str:
    fn = trace.fns[step.fn]
    kind = operator_of(trace.ops[fn.op].name).kind
    found, numbers = local
    if message is not None:
        said = say(message, name=title, result=result, count=share(trace, step, edge))
        if message in _WHO:
            return sentences(said, _receivers(trace.values[step.outgoing[edge]], title))
        is_news = numbers not in (None, "0", "1") and message not in _SAYING
        return sentences(said, say("view.slopes.here", slope=numbers) if is_news else "")
    if ELEMENTWISE not in kind:
        return ""
    if fn.edges[edge].summed:
        return say("view.slopes.broadcast", name=title, count=_copies(trace, step, edge))
    if numbers is None:
        return say("view.slopes.each", name=title, result=result)
    if CUTTING not in kind or 0 not in found:
        return say("view.slopes.elementwise", name=title, result=result, slope=numbers)
    shape = trace.values[step.outgoing[edge]].shape
    cut = [_element(title, i, shape) for i, one in enumerate(found) if one == 0]
    is_told = bool(shape) and len(cut) <= MOST_RECEIVERS
    said = say("view.slopes.cut", name=title, result=result, slope=numbers)
    return sentences(said, say("view.slopes.cut_at", names=join(cut)) if is_told else "")


def _rows(trace: Trace, step: Step, edge: int, message: str) -> Rows | None:
    if message == "view.slopes.normalized":
        return normalized_rows(trace, step, edge)
    if message in ("view.slopes.query", "view.slopes.attended"):
        return attended_rows(trace, step, edge)
    return softmax_rows(trace, step, edge)


def message_of(name: str, given: str) -> str | None:
    """Return the message for the input `given` of an operation that is not told with its numbers alone."""
    if "backward" in name:
        return "view.slopes.linear_back" if given.startswith("grad") else "view.slopes.second"
    row = operator_of(name)
    family = row.slopes.get(given) or row.slope
    return f"view.slopes.{family}" if family else None


def _receivers(sent: Value, title: str) -> str:
    """Return which elements got something, "" of many or of all."""
    if sent.corner is not None:
        return ""
    places = [i for i, x in enumerate(sent.data) if x != 0]
    if not places or len(places) > MOST_RECEIVERS or len(places) == len(sent.data):
        return ""
    return say("view.slopes.receivers", names=join([_element(title, i, sent.shape) for i in places]))


def _element(title: str, i: int, shape: list[int]) -> str:
    """Return the i-th element of a tensor as it is written: `x[1]`, `(x + 1)[1]`."""
    return f"{as_operand(title)}{index_text(i, shape)}"


def _copies(trace: Trace, step: Step, edge: int) -> int:
    """Return how often each element of an input was used that was broadcast."""
    incoming = next(value for value in step.incoming if value is not None)
    sizes = (math.prod(trace.values[value].shape) for value in (incoming, step.outgoing[edge]))
    return next(sizes) // max(1, next(sizes))


def share(trace: Trace, step: Step, edge: int) -> int:
    """Return how many elements of an input went into each of the result."""
    source, incoming = trace.fns[step.fn].edges[edge].source, next(v for v in step.incoming if v is not None)
    shape = trace.values[step.outgoing[edge] if source is None else trace.tensors[source].value].shape
    return math.prod(shape) // max(1, math.prod(trace.values[incoming].shape))
