"""Scaling: what a GradScaler refuses."""

from __future__ import annotations

from dataclasses import replace

from ....catalogue import say
from ...finding import Finding, explains
from ...index import TraceIndex
from ..none.gaps import Gap
from ..none.missing import why_none
from .error import failure, says


@explains("error")
def nothing_to_check(index: TraceIndex) -> Finding | None:
    """Explain a scaler that finds no gradient at all in its optimizer by why the first of them is None."""
    optimizer = index.source.unscaling.get(index.trace.error.line)
    if optimizer is None or not says(index, "No inf checks were recorded for this optimizer"):
        return None
    given = {i for one in index.optimizers if index.name_of(one) == optimizer for i in one.tensors}
    leaf = next((t for t in index.leaves if index.trace.tensors[t].identity in given), None)
    if leaf is None:
        return None
    missing = why_none(index, Gap(leaf))
    text = say("why.error.nothing_to_check", line=index.trace.error.line, optimizer=optimizer, missing=missing.told)
    found = failure(index, missing.cause, missing.line, text, leaf, missing.at, error_line=index.trace.error.line)
    return replace(found, evidence=found.evidence | missing.evidence, advice=missing.advice)
