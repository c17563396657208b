"""Clipping: gradients that are clipped while a GradScaler's factor is still in them."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue import say
from .. import numbers
from ..finding import Finding, finding
from ..index import TraceIndex


@finding("clipped_scaled")
def clipped_scaled(index: TraceIndex) -> Iterator[Finding]:
    """Yield the leaves whose gradient was clipped to something else, and then divided by a scale."""
    clips, unscaling = index.source.clips, index.source.unscaling
    clipped: dict[int, int] = {}  # by identity: the step that clipped what the last pass has left
    told: set[int] = set()
    for number, step in enumerate(index.trace.steps if clips and unscaling else ()):
        if step.kind not in ("accumulate", "grad") or step.tensor is None:
            continue
        identity = index.trace.tensors[step.tensor].identity
        if step.line in clips and index.differ(step.before, step.after):
            clipped[identity] = number
            continue
        at = clipped.pop(identity, None)
        if at is not None and step.line in unscaling and index.differ(step.before, step.after) and identity not in told:
            told.add(identity)
            yield _clipped(index, at, number)


def _clipped(index: TraceIndex, clip: int, unscaled: int) -> Finding:
    at, then = index.trace.steps[clip], index.trace.steps[unscaled]
    parts = {"scaled": at.before, "clipped": at.after, "left": then.after}
    name = index.title(at.tensor)
    text = say(
        "why.clipped_scaled.told", line=at.line, name=name, function=index.source.clips[at.line], unscaled_line=then.line,
        **{key: numbers.written(index.trace.values[value]) for key, value in parts.items()},
    )  # fmt: skip
    call = index.source.unscaling[then.line]
    evidence = {key: numbers.fact(index.trace.values[value]) for key, value in parts.items()}
    advice = say("why.clipped_scaled.advice", optimizer=call, line=at.line)
    return Finding(
        name, "wrong", at.line, "clipped_scaled", text, at.tensor, evidence=evidence, advice=advice, step=clip
    )
