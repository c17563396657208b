"""Averaging: means over unequal parts that are added up as if the parts were equal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from autograd_engine.trace.schema import Argument, Operation

from ...catalogue import say
from .. import numbers
from ..finding import Finding, finding, known
from ..index import Event, TraceIndex

_MEAN = ("1", "'mean'", "mean")  # as ATen writes it, and as a call does; the default
_IGNORED = -100  # of cross_entropy, by default
_OF_CLASSES = ("nll_loss", "cross_entropy")


class Part(NamedTuple):
    """What one pass adds: the mean over `elements`, divided by `parts`."""

    elements: float
    parts: float


@finding("unequal_means")
def unequal_means(index: TraceIndex) -> Iterator[Finding]:
    """Yield the leaves whose gradient adds up means over unequal parts, each divided by how many there are."""
    for identity in index.states:
        for added, use in _uses(index.events.get(identity, [])):
            parts = [_part(index, event.run) for event in added]
            whole = [part for part in parts if part is not None and math.isclose(part.parts, len(added))]
            sizes = [part.elements for part in whole]
            if len(whole) == len(added) and min(sizes) < max(sizes):
                yield _told(index, index.states[identity][-1], added, sizes, use)
                break


def _uses(events: list[Event]) -> Iterator[tuple[list[Event], Event]]:
    """Yield what passes of one line added before an update used it, where there are several, and the update."""
    added: list[Event] = []
    for event in events:
        if event.kind == "add":
            added.append(event)
        elif event.kind != "use":
            added = []
        elif event.is_update:
            if len(added) > 1 and len({one.line for one in added}) == 1:
                yield added, event
            added = []


def _part(index: TraceIndex, run: int | None) -> Part | None:
    """Return what a pass starts at, None unless it is a mean that is divided by a number."""
    if run is None or len(index.trace.passes[run].roots) != 1:
        return None
    scaled = _made(index, index.trace.passes[run].roots[0].tensor)
    if scaled is None or scaled.name not in ("div", "mul"):
        return None
    factor = next((_number(one.text) for one in scaled.inputs if one.name == "other" and one.text), None)
    mean = _made(index, next((t for one in scaled.inputs for t in one.tensors or ()), None))
    elements = None if mean is None else _elements(index, mean)
    if not factor or not elements:
        return None
    return Part(elements, factor if scaled.name == "div" else 1 / factor)


def _made(index: TraceIndex, tensor: int | None) -> Operation | None:
    op = None if tensor is None else index.trace.tensors[tensor].op
    return None if op is None else index.trace.ops[op]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _elements(index: TraceIndex, op: Operation) -> float | None:
    """Return over how many elements an operation takes the mean, with their weights; None if it takes none, or several."""
    given = {one.name: one for one in op.inputs}
    of = given.get("self") or given.get("input")
    if of is None or ("reduction" in given and given["reduction"].text not in _MEAN):
        return None
    if op.name == "mean":
        is_whole = all(math.prod(index.value(t).shape) == 1 for t in op.outputs)
        return _size(index, of.tensors) if is_whole else None
    if op.name in _OF_CLASSES:
        return _weight(index, op) or _classes(index, given)
    target = given["target"].tensors if "target" in given else None
    is_of_elements = target and index.value(target[0]).shape == index.value(of.tensors[0]).shape
    return _size(index, of.tensors) if is_of_elements else None


def _weight(index: TraceIndex, op: Operation) -> float | None:
    """Return the weight of all classes that a loss has saved, if the recording has it."""
    fn = index.trace.tensors[op.outputs[0]].fn
    saved = () if fn is None else index.trace.fns[fn].saved
    weight = next((one.tensor for one in saved if one.name == "total_weight"), None)
    return None if weight is None else numbers.elements(index.value(weight))[0]


def _classes(index: TraceIndex, given: dict[str, Argument]) -> int | None:
    """Return how many classes a loss does not ignore, None if they have weights, or are not all known."""
    tensors = given["target"].tensors if "target" in given else None
    target = index.value(tensors[0]) if tensors else None
    if target is None or target.stats or "int" not in target.dtype or ("weight" in given and given["weight"].tensors):
        return None
    ignored = float(given["ignore_index"].text or _IGNORED) if "ignore_index" in given else _IGNORED
    return sum(one != ignored for one in numbers.elements(target))


def _size(index: TraceIndex, tensors: list[int] | None) -> int | None:
    return math.prod(index.value(tensors[0]).shape) if tensors else None


def _told(index: TraceIndex, leaf: int, added: list[Event], sizes: list[float], use: Event) -> Finding:
    line, last = added[-1].line, added[-1]
    name, small, large = index.title(leaf), min(sizes), max(sizes)
    texts = {key: numbers.number_text(x) for key, x in (("small", small), ("large", large), ("times", large / small))}
    text = say("why.unequal_means.told", line=line, name=name, use_line=use.line, count=len(added), **texts)
    evidence = known(pass_line=line, use_line=use.line, smallest=small, largest=large)
    return Finding(name, "wrong", line, "unequal_means", text, leaf, evidence=evidence, step=last.step)
