"""Slopes: one sentence for each input of an operation about how its result changes when that input does.

Elementwise operations are told with this step's numbers: what leaves a node divided by what arrives. Others are told by their
family, in one table. A family that is missing here has no sentence.
"""

from __future__ import annotations

import math

from autograd_engine.trace import Step, Trace, Value

from . import words as say
from .numbers import text_in_full
from .paths import slope
from .words import Words

# The message for each operation that is not told with its numbers.
FAMILIES = {
    message: frozenset(names.split())
    for message, names in {
        say.SLOPE_SUM: "sum nansum",
        say.SLOPE_MEAN: "mean nanmean",
        say.SLOPE_MOVED: "view reshape t transpose permute squeeze unsqueeze flatten unflatten movedim mT",
        say.SLOPE_COPIED: "expand repeat tile broadcast_to expand_as",
        say.SLOPE_PLACED: "stack cat unbind split chunk split_with_sizes",
        say.SLOPE_TAKEN: "select slice index gather narrow take embedding index_select masked_select diagonal diag",
        say.SLOPE_CHOSEN: "max min amax amin median topk sort",
        say.SLOPE_PRODUCT: "mm mv dot bmm addmm addmv baddbmm",
        say.SLOPE_SOFTMAX: "softmax _softmax",
        say.SLOPE_LOG_SOFTMAX: "log_softmax _log_softmax",
        say.SLOPE_NLL: "nll_loss nll_loss_forward",
        say.SLOPE_SQUARES: "mse_loss",
    }.items()
}
MESSAGE_OF = {name: message for message, names in FAMILIES.items() for name in names}

# Operations that are flat on one side of a bound, where nothing goes back.
_CUTTING = {"relu", "clamp", "clamp_min", "clamp_max", "hardtanh", "relu6", "threshold", "where"}


def slope_sentence(trace: Trace, step: Step, edge: int, title: str, result: str, words: Words) -> str:
    """Return the sentence about edge `edge` of the node that a step runs, "" where there is none to say.

    `title` is what its input is called, `result` what the operation's result is.
    """
    fn = trace.fns[step.fn]
    if fn.op is None or not step.outgoing or step.outgoing[edge] is None:
        return ""
    name = trace.ops[fn.op].name.rstrip("_")
    message = MESSAGE_OF.get(name)
    if message == say.SLOPE_PRODUCT and fn.edges[edge].input == "self" and name.startswith(("add", "badd")):
        message = say.SLOPE_ADDED
    if message is not None:
        return words(message, name=title, result=result, count=_share(trace, step, edge))
    incoming = [value for value in step.incoming or () if value is not None]
    if len(incoming) != 1 or fn.edges[edge].summed:
        return ""
    found = slope(trace, step.fn, incoming[0], step.outgoing[edge])
    text = None if found is None else _text(found, trace.values[step.outgoing[edge]].shape)
    if text is None:
        return ""
    is_cut = name in _CUTTING and 0 in found
    return words(say.SLOPE_CUT if is_cut else say.SLOPE, name=title, result=result, slope=text)


def _share(trace: Trace, step: Step, edge: int) -> int:
    """Return how many elements of an input went into each of the result."""
    source, incoming = trace.fns[step.fn].edges[edge].source, next(v for v in step.incoming if v is not None)
    shape = trace.values[step.outgoing[edge] if source is None else trace.tensors[source].value].shape
    return math.prod(shape) // max(1, math.prod(trace.values[incoming].shape))


def _text(numbers: list[float], shape: list[int]) -> str | None:
    if all(math.isclose(x, numbers[0], rel_tol=1e-6) for x in numbers):
        numbers, shape = numbers[:1], []
    return text_in_full(Value("float32", shape, numbers))
