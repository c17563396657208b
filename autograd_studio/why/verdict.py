"""The verdict on a run without findings: whether its gradients were seen to be right, or only nothing wrong was seen."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Trace, Value

from ..catalogue import say
from . import numbers
from .index import TraceIndex, inputs_of
from .rules.none.missing import is_differentiated

_MOST = 4  # names that a sentence gives
_STILL = 1e-6  # of its size: a weight that training changed by less has not been trained
_GROWTH = 100  # of a loss, from its first pass to its last
_STEEP = 10  # and from the largest of the first half of the passes


def unshown(trace: Trace, name: str | None = None) -> list[str]:
    """Return in sentences what a run does not show of its gradients, or of those of one variable; nothing if all is right.

    Right is a gradient that is there, finite and not 0, and, where an optimizer makes steps, a tensor that these have changed.
    """
    index = TraceIndex(trace)
    leaves = [t for t in index.leaves if trace.tensors[t].identity in index.asked and _is_called(index, t, name)]
    if not index.passes and not index.returned:
        return [say("why.unshown.no_pass")]
    if not leaves and not index.returned:
        return [say("why.unshown.nobody" if name is None else "why.unshown.no_leaf", name=name)]
    parts = _gradients(index, leaves), _steps(index, leaves), _losses(index), _constants(index), _left_out(index)
    return [sentence for part in parts for sentence in part]


def _is_called(index: TraceIndex, leaf: int, name: str | None) -> bool:
    return name is None or name in index.names(index.trace.tensors[leaf].identity)


def _gradients(index: TraceIndex, leaves: list[int]) -> Iterator[str]:
    """Yield which tensors got no gradient, and which got nothing but zeros in the last pass that reached them."""
    missing, zero = [], []
    for leaf in leaves:
        identity = index.trace.tensors[leaf].identity
        values = [e.value for e in index.received(identity) if e.value is not None]
        if not values and identity not in index.returned and not is_differentiated(index, leaf):
            missing.append(index.title(leaf))
        elif values and numbers.is_zero(index.trace.values[values[-1]]):
            zero.append(index.title(leaf))
    yield from _each("why.unshown.missing", missing)
    yield from _each("why.unshown.zero", zero)


def _steps(index: TraceIndex, leaves: list[int]) -> Iterator[str]:
    """Yield which tensors an optimizer that makes steps has left as they were, or nearly so."""
    unmoved = []
    for leaf in (leaf for leaf in leaves if index.optimizer_of(leaf) is not None):
        states = index.states[index.trace.tensors[leaf].identity]
        before, after = index.value(states[0]), index.value(states[-1])
        if index.received(index.trace.tensors[leaf].identity) and not _has_moved(before, after):
            unmoved.append(index.title(leaf))
    yield from _each("why.unshown.unmoved", unmoved)


def _has_moved(before: Value, after: Value) -> bool:
    """Return whether a value differs from another by more than rounding, of a large one in its corner."""
    if before.shape != after.shape or not (numbers.is_finite(before) and numbers.is_finite(after)):
        return before != after
    pairs = zip(numbers.elements(before), numbers.elements(after), strict=True)
    return max((abs(a - b) for a, b in pairs), default=0.0) > _STILL * numbers.size_of(before)


def _losses(index: TraceIndex) -> Iterator[str]:
    """Yield the first loss that grew from pass to pass, to many times what it was."""
    found: dict[int | None, list[int]] = {}  # by the line of the pass
    for run in (index.trace.passes[i] for i in index.passes):
        tensors = [root.tensor for root in run.roots if root.tensor is not None]
        found.setdefault(run.line, []).extend(tensors[:1])
    for line, roots in found.items():
        values = [index.value(t) for t in roots]
        sizes = [numbers.elements(v)[0] for v in values if len(v.data) == 1 and v.stats is None]
        early = max(sizes[: (len(sizes) + 1) // 2], default=0)  # of other data, or by chance, the first may be small
        if len(sizes) > 1 and 0 < sizes[0] * _GROWTH < sizes[-1] and early * _STEEP < sizes[-1]:
            first, last = (numbers.number_text(x) for x in (sizes[0], sizes[-1]))
            yield say("why.unshown.growing", name=index.title(roots[0]), line=line, first=first, last=last)
            return


def _constants(index: TraceIndex) -> Iterator[str]:
    """Yield the first gradient of a trained tensor that went without a history into what is differentiated by it again."""
    trained = {index.trace.tensors[t].identity for t in index.trained}
    for gradient, entry in enumerate(index.trace.tensors):
        run = index.unrecorded_pass(gradient) if gradient in index.users and entry.fn is None else None
        asked = set() if run is None else {index.trace.tensors[t].identity for t in run.inputs or ()}
        if asked & trained and any(_is_updated_by(index, gradient, asked & trained)):
            yield say("why.unshown.constant", name=index.title(gradient), line=run.line)
            return


def _is_updated_by(index: TraceIndex, gradient: int, asked: set[int]) -> Iterator[bool]:
    """Yield whether each operation on a gradient that is part of a graph again gets one of the tensors `asked`, too."""
    waiting, seen = [gradient], {gradient}
    while waiting:
        for op in (index.trace.ops[number] for number in index.users.get(waiting.pop(), ())):
            if any(index.trace.tensors[t].requires_grad for t in op.outputs):
                is_read = not op.in_place and any(index.users.get(t) for t in op.outputs)
                yield is_read and any(index.trace.tensors[t].identity in asked for t in inputs_of(op))
            else:
                waiting += [t for t in op.outputs if t not in seen]
                seen.update(op.outputs)


def _left_out(index: TraceIndex) -> Iterator[str]:
    if any(step.kind == "omitted" for step in index.trace.steps):
        yield say("why.unshown.omitted")


def _each(key: str, names: list[str]) -> Iterator[str]:
    """Yield the sentence about some tensors, if there are any."""
    if names:
        more = f" {say('why.finding.and_more', count=len(names) - _MOST)}" if len(names) > _MOST else ""
        yield say(key, names=", ".join(names[:_MOST]) + more)
