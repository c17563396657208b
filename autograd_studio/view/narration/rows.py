"""Rows: what each row of a softmax, a norm or attention sends, with this step's numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from autograd_engine.trace.schema import Operation, Step, Trace, Value
from autograd_studio.why.numbers import MOST_ELEMENTS, elements, number_text

from ...catalogue import say
from .. import schema
from ..wording.tensor_text import index_text
from .paths import Numbers

MOST_ROWS = 48  # that are told; of more it is the first one


@dataclass(frozen=True)
class Rows:
    """What each row sends, in words: "" for a row that sends nothing, or whose numbers are not told.

    The row of an element is the sum of index[axis] // size * stride over the `axes`. `first` is what is said where no
    element is chosen.
    """

    texts: list[str]
    axes: list[tuple[int, int, int]]
    first: str

    def shown(self, slope: int, sentence: str) -> schema.Rows | None:
        """Return this as a payload has it, as the rows of the sentence number `slope`; None where there is nothing to choose."""
        if not 1 < len(self.texts) <= MOST_ROWS:
            return None
        return schema.Rows(slope, sentence.removesuffix(self.first).rstrip(), self.texts, self.axes)


def _told(texts: list[str], axes: list[tuple[int, int, int]]) -> Rows | None:
    return Rows(texts, axes, next(text for text in texts if text)) if any(texts) else None


def _leading(shape: list[int]) -> list[tuple[int, int, int]]:
    """Return the axes that number the rows of a tensor in their order, if `shape` is that of all but the rows."""
    return [(axis, 1, math.prod(shape[axis + 1 :])) for axis in range(len(shape))]


def softmax_rows(trace: Trace, step: Step, edge: int) -> Rows | None:
    """Return what the rows of a softmax, or of its logarithm, send, with their numbers; None where they are too many."""
    operation = trace.ops[trace.fns[step.fn].op]
    values = [
        trace.values[i] for i in (trace.tensors[operation.outputs[0]].value, step.incoming[0], step.outgoing[edge])
    ]
    shape = values[0].shape
    dim = _option(operation, "dim")
    is_last = dim is not None and dim.lstrip("-").isdigit() and int(dim) in (len(shape) - 1, -1)
    if not shape or not is_last or not 0 < shape[-1] <= MOST_ELEMENTS or any(value.stats for value in values):
        return None
    is_log = operation.name == "log_softmax"
    texts = []
    for row in range(math.prod(shape[:-1])):
        p, grad, sent = (elements(value)[row * shape[-1] : (row + 1) * shape[-1]] for value in values)
        where = say("view.slopes.row", row=row) if len(shape) > 1 else say("view.slopes.alone")
        if not any(grad) or not all(map(math.isfinite, (*p, *grad, *sent))):
            texts.append("")
        else:
            texts.append(_one_hot(p, grad, where) if is_log else _shared(p, grad, sent, where))
    return _told(texts, _leading(shape[:-1]))


def _one_hot(logs: Numbers, grad: Numbers, where: str) -> str:
    """Return what a row of log-probabilities sends where the loss takes one of them: the cross-entropy."""
    targets = [i for i, one in enumerate(grad) if one]
    if len(targets) != 1 or grad[targets[0]] > 0:
        return ""
    p, onehot = [math.exp(log) for log in logs], [float(i == targets[0]) for i in range(len(logs))]
    difference = [a - b for a, b in zip(p, onehot, strict=True)]
    texts = {"p": _text(p), "onehot": _text(onehot), "difference": _text(difference)}
    return say("view.slopes.one_hot", where=where, weight=number_text(-grad[targets[0]]), **texts)


def _shared(p: Numbers, grad: Numbers, sent: Numbers, where: str) -> str:
    mean = sum(a * b for a, b in zip(p, grad, strict=True))
    texts = {"p": _text(p), "grad": _text(grad), "sent": _text(sent)}
    return say("view.slopes.shares", where=where, mean=number_text(mean), **texts)


class _Groups(NamedTuple):
    """How a norm divides its input: the elements that are normalized together, the channels, and what a group is called."""

    places: list[Sequence[int]]
    axes: list[tuple[int, int, int]]
    where: str
    inner: int  # the elements in a row that one weight multiplies
    weights: int  # how many of these there are


def normalized_rows(trace: Trace, step: Step, edge: int) -> Rows | None:
    """Return what each group of a norm's input sends, with its numbers; None where they are too many."""
    fn = trace.fns[step.fn]
    operation = trace.ops[fn.op]
    saved = {one.name: trace.tensors[one.tensor].value for one in fn.saved if one.tensor is not None}
    needed = [saved.get(name) for name in ("input", "result1", "result2")]
    needed += [step.incoming[0], step.outgoing[edge]]
    if None in needed or any(trace.values[value].stats for value in needed):
        return None
    x, means, inverse, grad, sent = (elements(trace.values[value]) for value in needed)
    groups = _groups(operation, trace.values[saved["input"]], len(means))
    weight = elements(trace.values[saved["weight"]]) if "weight" in saved else [1.0] * groups.weights
    if len(inverse) != len(means) or len(groups.places) != len(means) or len(weight) != groups.weights:
        return None
    texts = []
    for number, places in enumerate(groups.places):
        given = [grad[i] * weight[i // groups.inner % groups.weights] for i in places]
        normal = [(x[i] - means[number]) * inverse[number] for i in places]
        if len(places) > MOST_ELEMENTS or not any(given) or not all(map(math.isfinite, (*given, *normal))):
            texts.append("")
            continue
        parts = {
            "arriving": say("view.slopes.weighted_arriving" if "weight" in saved else "view.slopes.arriving"),
            "given": _text(given),
            "mean": number_text(math.fsum(given) / len(given)),
            "normal": _text(normal),
            "share": number_text(math.fsum(a * b for a, b in zip(given, normal, strict=True)) / len(given)),
            "deviation": number_text(1 / inverse[number]),
            "sent": _text([sent[i] for i in places]),
        }
        texts.append(say("view.slopes.norm_row", where=say(groups.where, row=number), **parts))
    return _told(texts, groups.axes)


def _groups(operation: Operation, given: Value, count: int) -> _Groups:
    size, shape = math.prod(given.shape), given.shape
    if operation.name == "native_batch_norm":
        channels, inner = shape[1], math.prod(shape[2:])
        places = [[i for i in range(size) if i // inner % channels == channel] for channel in range(channels)]
        return _Groups(places, [(1, 1, 1)], "view.slopes.channel", inner, channels)
    each = size // max(1, count)
    places = [range(start, start + each) for start in range(0, size, max(1, each))]
    if operation.name == "native_layer_norm":
        depth = next((k for k in range(len(shape)) if math.prod(shape[k:]) == each), 0)
        return _Groups(places, _leading(shape[:depth]), "view.slopes.row", 1, each)
    among = max(1, count // max(1, shape[0]))  # the groups of a sample
    axes = [(0, 1, among), (1, max(1, shape[1] // among), 1)]
    return _Groups(places, axes, "view.slopes.group", math.prod(shape[2:]), shape[1])


def attended_rows(trace: Trace, step: Step, edge: int) -> Rows | None:
    """Return how much each query attends to the keys, or how much each key is attended to.

    None where these are too many, or there is a mask.
    """
    fn = trace.fns[step.fn]
    operation = trace.ops[fn.op]
    given = {argument.name: argument for argument in operation.inputs}
    tensors = [given[name].tensors for name in ("query", "key")]
    if "attn_mask" in given and given["attn_mask"].tensors or not all(tensors):
        return None
    query, key = (trace.values[trace.tensors[found[0]].value] for found in tensors)
    features, count, keys = query.shape[-1], query.shape[-2], key.shape[-2]
    if query.stats or key.stats or not 0 < keys <= MOST_ELEMENTS or query.shape[:-2] != key.shape[:-2]:
        return None
    scale = float(_option(operation, "scale") or 1 / math.sqrt(features))
    is_causal = _option(operation, "is_causal") == "True"
    weights = []
    for i in range(math.prod(query.shape[:-1])):
        own = elements(query)[i * features : (i + 1) * features]
        start, seen = i // count * keys, min(keys, i % count + 1) if is_causal else keys
        scores = [
            scale * math.fsum(a * b for a, b in zip(own, elements(key)[j * features : (j + 1) * features], strict=True))
            for j in range(start, start + seen)
        ]
        weights.append(_softmax(scores) + [0.0] * (keys - seen))
    if not all(map(math.isfinite, (p for row in weights for p in row))):
        return None
    first = say("view.slopes.first_query", p=_text(weights[0]))
    if fn.edges[edge].input == "query":
        shape, message, rows = query.shape[:-1], "view.slopes.query_at", weights
    else:
        shape, message = key.shape[:-1], "view.slopes.key_at"
        rows = [
            [row[j % keys] for row in weights[j // keys * count : (j // keys + 1) * count]]
            for j in range(math.prod(shape))
        ]
    texts = [
        say(message, place=index_text(i, shape), p=_text(row)) if len(row) <= MOST_ELEMENTS else ""
        for i, row in enumerate(rows)
    ]
    return Rows(texts, _leading(shape), first)


def _softmax(scores: Numbers) -> Numbers:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / math.fsum(powers) for power in powers]


def _option(operation: Operation, name: str) -> str | None:
    return next((argument.text for argument in operation.inputs if argument.name == name), None)


def _text(numbers: Numbers) -> str:
    return f"[{', '.join(map(number_text, numbers))}]"
