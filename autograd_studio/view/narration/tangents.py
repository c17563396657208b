"""Tangents: what forward mode carries through an operation, beside the gradients that a backward pass would bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from autograd_engine.trace.schema import Operation, Trace

from ...catalogue import say
from ..picture.edges import tensor_arguments
from ..wording.joining import join
from .cards import Factor


def tangents(
    trace: Trace, operation: Operation, name: Callable[[int], str], texts: Mapping[int, str]
) -> tuple[list[Factor], list[str]]:
    """Return the tangents of an operation's operands and results for the card, and what is said of the first result's.

    Both are empty where no result carries a tangent: outside of forward mode.
    """
    results = [t for t in operation.outputs if trace.tensors[t].tangent is not None]
    if not results:
        return [], []
    operands = [
        t for t in dict.fromkeys(t for _, t in tensor_arguments(operation)) if trace.tensors[t].tangent is not None
    ]
    signed = [("", t) for t in operands] + [("→" if operands else "", t) for t in results]
    rows = [[sign, say("view.forward.tangent_of", name=name(t)), trace.tensors[t].tangent] for sign, t in signed]
    tangent = texts[trace.tensors[results[0]].tangent]
    if not operands:
        return rows, [say("view.forward.is_dual", name=name(results[0]), tangent=tangent)]
    return rows, [say("view.forward.pushed", tangent=tangent, inputs=join([name(t) for t in operands]))]
