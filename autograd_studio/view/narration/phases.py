"""Phases: which steps belong to the forward pass, which to a backward pass, and which to the update that learns from it."""

from __future__ import annotations

from collections.abc import Iterator

from autograd_engine.trace.schema import Operation, Step, Trace

from ..schema import Phase

# PyTorch's messages where a pass does not begin, and where a leaf refuses to be written.
_NO_PASS = (
    "grad can be implicitly created only", "does not require grad and does not have a grad_fn", "Mismatch in shape: grad_output",
    "One of the differentiated Tensors", "has no attribute 'backward'",
)  # fmt: skip
_REFUSED_WRITE = "leaf Variable that requires grad is being used in an in-place operation"


def phases(trace: Trace) -> list[Phase]:
    """Return the phase of each step of a Trace.

    An update is a write to a leaf that has received a gradient, by an optimizer or under no_grad, with the unrecorded operations
    that make what is written; and whatever the program does to a `.grad` itself.
    """
    updates = _updates(trace)
    found: list[Phase] = []
    for index, step in enumerate(trace.steps):
        if step.run is not None:
            found.append("backward")
        elif index in updates or step.kind == "grad":
            found.append("update")
        elif step.kind == "error":
            found.append(_of_error(trace, step, found[-1] if found else "forward", index))
        else:
            found.append("backward" if step.kind == "refuse" and step.how is None else "forward")
    return found


def is_optimizer(operation: Operation) -> bool:
    """Return whether an operation is what the step of an optimizer does to a parameter."""
    return operation.in_place and any(argument.name in ("grad", "lr") for argument in operation.inputs)


def is_refused_write(trace: Trace) -> bool:
    """Return whether the program ends since a leaf that requires a gradient refuses to be written."""
    return trace.error is not None and _REFUSED_WRITE in trace.error.message


def _of_error(trace: Trace, step: Step, before: Phase, index: int) -> Phase:
    """Return the phase that an exception breaks off."""
    previous = trace.steps[index - 1] if index else None
    message = "" if trace.error is None else trace.error.message
    if step.fn is not None or any(text in message for text in _NO_PASS):
        return "backward"
    if previous is not None and previous.kind == "end" and previous.how == "error":
        return "backward"
    if is_refused_write(trace) and trace.passes:
        return "update"
    return "forward" if step.tensors else before


def _updates(trace: Trace) -> set[int]:
    """Return the steps that change leaves after a pass, and those that compute what they are changed by."""
    found: set[int] = set()
    for index in _writes(trace):
        waiting = [index]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting += _sources(trace, here)
    return found


def _writes(trace: Trace) -> Iterator[int]:
    """Yield the unrecorded writes to leaves that have received a gradient, and the write that a leaf has refused."""
    tensors, trained = trace.tensors, set()
    for index, step in enumerate(trace.steps):
        if step.kind == "arrive" and (variable := trace.fns[step.fn].variable) is not None:
            trained.add(tensors[variable].identity)
        elif step.kind == "accumulate":
            trained.add(tensors[step.tensor].identity)
        elif step.kind == "write" and step.run is None:
            operation = trace.ops[step.op]
            is_learned = operation.fn is None and tensors[step.tensor].identity in trained
            if is_optimizer(operation) or is_learned and tensors[step.tensor].requires_grad:
                yield index
        elif step.kind == "error" and is_refused_write(trace) and trained and index:
            yield from _operands_of_refused(trace, index)


def _operands_of_refused(trace: Trace, index: int) -> Iterator[int]:
    """Yield the operation just before a refused write that computed, of a gradient, what was to be written."""
    step = trace.steps[index - 1]
    if step.kind == "op" and step.line == trace.steps[index].line and _is_silent(trace, step):
        yield index - 1


def _sources(trace: Trace, index: int) -> Iterator[int]:
    """Yield the unrecorded operations that made what a step computes with."""
    for argument in trace.ops[trace.steps[index].op].inputs:
        for entry in (trace.tensors[t] for t in argument.tensors or ()):
            made = trace.steps[entry.step] if entry.op is not None and entry.step < index else None
            if made is not None and made.kind in ("op", "write") and _is_silent(trace, made) and entry.kind != "leaf":
                yield entry.step


def _is_silent(trace: Trace, step: Step) -> bool:
    """Return whether a step ran outside of a pass without being recorded."""
    return step.run is None and step.op is not None and trace.ops[step.op].fn is None
