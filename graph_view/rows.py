"""Rows: what the first row of a softmax, a norm or attention sends, with this step's numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from autograd_engine.trace import Operation, Step, Trace, Value
from autograd_engine.why.numbers import elements

from . import words as say
from .numbers import MOST_ELEMENTS, number_text
from .paths import Numbers
from .words import Words


def softmax_row(trace: Trace, step: Step, edge: int, words: Words) -> str:
    """Return what the first row of a softmax, or of its logarithm, sends, with its numbers; "" where they are too many."""
    operation = trace.ops[trace.fns[step.fn].op]
    values = [
        trace.values[i] for i in (trace.tensors[operation.outputs[0]].value, step.incoming[0], step.outgoing[edge])
    ]
    shape = values[0].shape
    dim = _option(operation, "dim")
    is_last = dim is not None and dim.lstrip("-").isdigit() and int(dim) in (len(shape) - 1, -1)
    if not shape or not is_last or not 0 < shape[-1] <= MOST_ELEMENTS or any(value.stats for value in values):
        return ""
    is_log = operation.name == "log_softmax"
    for row in range(math.prod(shape[:-1])):
        p, grad, sent = (elements(value)[row * shape[-1] : (row + 1) * shape[-1]] for value in values)
        if not any(grad) or not all(map(math.isfinite, (*p, *grad, *sent))):
            continue
        where = words(say.SLOPE_ROW, row=row) if len(shape) > 1 else words(say.SLOPE_ALONE)
        return _one_hot(p, grad, where, words) if is_log else _shared(p, grad, sent, where, words)
    return ""


def _one_hot(logs: Numbers, grad: Numbers, where: str, words: Words) -> str:
    """Return what a row of log-probabilities sends where the loss takes one of them: the cross-entropy."""
    targets = [i for i, one in enumerate(grad) if one]
    if len(targets) != 1 or grad[targets[0]] > 0:
        return ""
    p, onehot = [math.exp(log) for log in logs], [float(i == targets[0]) for i in range(len(logs))]
    difference = [a - b for a, b in zip(p, onehot, strict=True)]
    texts = {"p": _text(p), "onehot": _text(onehot), "difference": _text(difference)}
    return words(say.SLOPE_ONE_HOT, where=where, weight=number_text(-grad[targets[0]]), **texts)


def _shared(p: Numbers, grad: Numbers, sent: Numbers, where: str, words: Words) -> str:
    mean = sum(a * b for a, b in zip(p, grad, strict=True))
    texts = {"p": _text(p), "grad": _text(grad), "sent": _text(sent)}
    return words(say.SLOPE_SHARES, where=where, mean=number_text(mean), **texts)


class _Groups(NamedTuple):
    """How a norm divides its input: the elements that are normalized together, the channels, and what a group is called."""

    places: list[Sequence[int]]
    where: str
    inner: int  # the elements in a row that one weight multiplies
    weights: int  # how many of these there are


def normalized_row(trace: Trace, step: Step, edge: int, words: Words) -> str:
    """Return what the first group of a norm's input that gets a gradient sends, with its numbers; "" where they are too many."""
    fn = trace.fns[step.fn]
    operation = trace.ops[fn.op]
    saved = {one.name: trace.tensors[one.tensor].value for one in fn.saved if one.tensor is not None}
    needed = [saved.get(name) for name in ("input", "result1", "result2")]
    needed += [step.incoming[0], step.outgoing[edge]]
    if None in needed or any(trace.values[value].stats for value in needed):
        return ""
    x, means, inverse, grad, sent = (elements(trace.values[value]) for value in needed)
    groups = _groups(operation, trace.values[saved["input"]], len(means))
    weight = elements(trace.values[saved["weight"]]) if "weight" in saved else [1.0] * groups.weights
    if len(inverse) != len(means) or len(groups.places) != len(means) or len(weight) != groups.weights:
        return ""
    for number, places in enumerate(groups.places):
        given = [grad[i] * weight[i // groups.inner % groups.weights] for i in places]
        normal = [(x[i] - means[number]) * inverse[number] for i in places]
        if len(places) > MOST_ELEMENTS or not any(given) or not all(map(math.isfinite, (*given, *normal))):
            continue
        texts = {
            "arriving": words(say.SLOPE_WEIGHTED_ARRIVING if "weight" in saved else say.SLOPE_ARRIVING),
            "given": _text(given),
            "mean": number_text(math.fsum(given) / len(given)),
            "normal": _text(normal),
            "share": number_text(math.fsum(a * b for a, b in zip(given, normal, strict=True)) / len(given)),
            "deviation": number_text(1 / inverse[number]),
            "sent": _text([sent[i] for i in places]),
        }
        return words(say.SLOPE_NORM_ROW, where=words(groups.where, row=number), **texts)
    return ""


def _groups(operation: Operation, given: Value, count: int) -> _Groups:
    size, shape = math.prod(given.shape), given.shape
    if operation.name == "native_batch_norm":
        channels, inner = shape[1], math.prod(shape[2:])
        places = [[i for i in range(size) if i // inner % channels == channel] for channel in range(channels)]
        return _Groups(places, say.SLOPE_CHANNEL, inner, channels)
    each = size // max(1, count)
    places = [range(start, start + each) for start in range(0, size, max(1, each))]
    if operation.name == "native_layer_norm":
        return _Groups(places, say.SLOPE_ROW, 1, each)
    return _Groups(places, say.SLOPE_GROUP, math.prod(shape[2:]), shape[1])


def attended_row(trace: Trace, operation: Operation, words: Words) -> str:
    """Return how much the first query attends to each key, "" where these are too many or there is a mask."""
    given = {argument.name: argument for argument in operation.inputs}
    tensors = [given[name].tensors for name in ("query", "key")]
    if "attn_mask" in given and given["attn_mask"].tensors or not all(tensors):
        return ""
    query, key = (trace.values[trace.tensors[found[0]].value] for found in tensors)
    features, keys = query.shape[-1], key.shape[-2]
    if query.stats or key.stats or not 0 < keys <= MOST_ELEMENTS:
        return ""
    scale = float(_option(operation, "scale") or 1 / math.sqrt(features))
    first, all_keys = elements(query)[:features], elements(key)
    seen = 1 if _option(operation, "is_causal") == "True" else keys
    scores = [
        scale * math.fsum(a * b for a, b in zip(first, all_keys[j * features : (j + 1) * features], strict=True))
        for j in range(seen)
    ]
    if not all(map(math.isfinite, scores)):
        return ""
    powers = [math.exp(score - max(scores)) for score in scores] + [0.0] * (keys - seen)
    return words(say.SLOPE_FIRST_QUERY, p=_text([power / math.fsum(powers) for power in powers]))


def _option(operation: Operation, name: str) -> str | None:
    return next((argument.text for argument in operation.inputs if argument.name == name), None)


def _text(numbers: Numbers) -> str:
    return f"[{', '.join(map(number_text, numbers))}]"
