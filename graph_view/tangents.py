"""Tangents: what forward mode carries through an operation, beside the gradients that a backward pass would bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograd_engine.trace import Operation, Trace

from . import words as say
from .links import tensor_arguments
from .words import Words


def pushed(trace: Trace, operation: Operation) -> tuple[list[int], list[int]]:
    """Return the operands and the results of an operation that carry a tangent."""
    operands = dict.fromkeys(t for _, t in tensor_arguments(operation))
    return tuple([t for t in given if trace.tensors[t].tangent is not None] for given in (operands, operation.outputs))


def tangent_card(trace: Trace, operation: Operation, name: Callable[[int], str], words: Words) -> list[list[Any]]:
    """Return the tangents of an operation's operands and results, each as sign, text and value; none outside forward mode."""
    operands, results = pushed(trace, operation)
    signed = [("", t) for t in operands] + [("→" if operands else "", t) for t in results]
    return (
        [[sign, words(say.TANGENT_OF, name=name(t)), trace.tensors[t].tangent] for sign, t in signed] if results else []
    )


def tangent_sentences(
    trace: Trace, operation: Operation, name: Callable[[int], str], texts: Sequence[str], words: Words
) -> list[str]:
    """Say what tangent the first result of an operation carries, and why."""
    operands, results = pushed(trace, operation)
    if not results:
        return []
    tangent = texts[trace.tensors[results[0]].tangent]
    if not operands:
        return [words(say.IS_DUAL, name=name(results[0]), tangent=tangent)]
    return [words(say.PUSHED, tangent=tangent, inputs=words.join([name(t) for t in operands]))]
