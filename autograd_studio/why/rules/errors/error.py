"""The error that ended a program: what its message says, and what all findings about it have in common."""

from __future__ import annotations

import re

from autograd_engine.trace.schema import Fn

from ....catalogue import say
from ...finding import Evidence, Finding, known
from ...index import TraceIndex

# What messages state in numbers, by the names that the evidence has for them.
_STATED = [
    re.compile(text)
    for text in (
        r"\((?P<first>\d+x\d+) and (?P<second>\d+x\d+)\)",
        r"tensor a \((?P<first>\d+)\) must match the size of tensor b \((?P<second>\d+)\)",
        r"at non-singleton dimension (?P<dimension>\d+)",
        r"(?:[Tt]arget|index) (?P<index>-?\d+) is out of bounds",
        r"is out of bounds for dimension (?P<dimension>\d+) with size (?P<size>\d+)",
        r"Tensor with (?P<elements>\d+) elements",
        r"expected (?P<expected>\d+), got (?P<got>\d+)",
        r"got (?P<got>\[.*?\]) but expected shape compatible with (?P<expected>\[.*?\])",
        r"grad_output\[\d+\] has a shape of torch\.Size\((?P<got>\[.*?\])\) and output\[\d+\] has a shape of "
        r"torch\.Size\((?P<expected>\[.*?\])\)",
    )
]


def says(index: TraceIndex, *texts: str) -> bool:
    """Return whether the message has one of the texts."""
    return any(text in index.trace.error.message for text in texts)


def failure(
    index: TraceIndex, cause: str, line: int | None, text: str = "", tensor: int | None = None, at: int | None = None,
    **facts: int | str | None,
) -> Finding:  # fmt: skip
    """Return the finding about the error: without a text, where it was raised and what its message says.

    `facts` are what the text states in numbers.
    """
    error, steps = index.trace.error, index.trace.steps
    name = _subject(index) if tensor is None else index.title(tensor)
    where = say("why.error.program") if error.line is None else say("why.error.line", line=error.line)
    message = error.message.partition("\n")[0]
    told = text or say("why.error.fails", where=where, error=error.type, message=ended(message))
    iteration = index.iteration(steps[-1].scope) if steps else None
    evidence = known(**facts) if text else known(error_line=error.line, **_stated(message))
    return Finding(name, "error", line, cause, told, tensor, at, evidence, iteration=iteration)


def _stated(message: str) -> Evidence:
    """Return the numbers and shapes that a message states."""
    found = {
        name: text for one in _STATED if (match := one.search(message)) for name, text in match.groupdict().items()
    }
    return {name: int(text) if text.lstrip("-").isdigit() else text for name, text in found.items()}


def by_message(index: TraceIndex, cause: str, *texts: str) -> Finding | None:
    """Return the finding about an error whose message has one of the texts, where the Trace has nothing to add."""
    return failure(index, cause, index.trace.error.line) if says(index, *texts) else None


def ended(message: str) -> str:
    """Return a message as a sentence."""
    return message if message.endswith((".", "!", "?")) else f"{message}."


def failing_node(index: TraceIndex) -> Fn | None:
    """Return the node at which the last pass failed."""
    errors = (s for s in reversed(index.trace.steps) if s.kind == "error" or (s.kind == "end" and s.how == "error"))
    return next((index.trace.fns[step.fn] for step in errors if step.fn is not None), None)


def failing_tensors(index: TraceIndex) -> list[int]:
    """Return the tensors that the last error was raised about."""
    step = next((s for s in reversed(index.trace.steps) if s.kind == "error"), None)
    return [] if step is None else list(step.tensors or ())


def _subject(index: TraceIndex) -> str:
    """Return what the failing line is about."""
    step = index.trace.steps[-1] if index.trace.steps else None
    if step is not None and step.kind == "error" and step.tensors:
        return index.title(step.tensors[0])
    return index.trace.error.type
