"""Computed tensors: a backward pass keeps no gradient for what is not a leaf."""

from __future__ import annotations

from ....catalogue import say
from ...finding import Finding, finding
from ...index import TraceIndex, inputs_of
from .gaps import Gap, lost_leaf, none, title_of


def _is_computed(index: TraceIndex, gap: Gap) -> bool:
    """Return whether it is the gradient of a computed tensor that nothing keeps."""
    return index.trace.tensors[gap.tensor].fn is not None and not _retains(index, gap.tensor)


def _retains(index: TraceIndex, tensor: int) -> bool:
    names = index.names(index.trace.tensors[tensor].identity)
    return any(name in names for name, _ in index.source.calls("retain_grad"))


@finding("rebound", of="missing", lesson="rebind-or-write")
def rebound(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that gave the name of a leaf to something else."""
    tensor, entry = gap.tensor, index.trace.tensors[gap.tensor]
    is_computed = _is_computed(index, gap)
    old = lost_leaf(index, tensor) if is_computed or not entry.requires_grad else None
    if old is None:
        return None
    if is_computed:
        line, made = _made(index, gap)
        text = say(
            "why.rebound.computed", made=made, name=title_of(index, gap), leaf_line=index.trace.tensors[old].line
        )
        leaf_line = index.trace.tensors[old].line
        return none(index, gap, line, "rebound", text, tensor, computed_line=line, leaf_line=leaf_line)
    text = say("why.rebound.told", line=entry.line, expression=entry.text, leaf_line=index.trace.tensors[old].line)
    leaf_line = index.trace.tensors[old].line
    return none(index, gap, entry.line, "rebound", text, tensor, computed_line=entry.line, leaf_line=leaf_line)


@finding("converted_leaf", of="missing", lesson="converted-leaf")
def converted_leaf(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame an expression that made a leaf and computed with it at once."""
    leaf = _unnamed_leaf(index, gap.tensor) if _is_computed(index, gap) else None
    if leaf is None:
        return None
    line, made = _made(index, gap)
    text = say(
        "why.converted_leaf.told", made=made, leaf=index.trace.tensors[leaf].text or say("why.converted_leaf.input")
    )
    return none(index, gap, line, "converted_leaf", text, gap.tensor, computed_line=line)


@finding("not_leaf", of="missing", lesson="leaf-and-non-leaf")
def not_leaf(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that a computed tensor keeps no gradient."""
    if not _is_computed(index, gap):
        return None
    line, made = _made(index, gap)
    text = say("why.not_leaf.told", made=made)
    return none(index, gap, line, "not_leaf", text, gap.tensor, computed_line=line)


def _made(index: TraceIndex, gap: Gap) -> tuple[int | None, str]:
    """Return the line that computed a tensor, and that it did."""
    name = title_of(index, gap)
    line, expression = _history(index, gap.tensor)
    key = "why.not_leaf.computed" if expression == name else "why.not_leaf.computed_as"
    return line, say(key, line=line, name=name, expression=expression)


def _history(index: TraceIndex, tensor: int) -> tuple[int | None, str]:
    """Return the line and the expression of the operation that recorded a tensor's grad_fn."""
    entry = index.trace.tensors[tensor]
    fn = index.trace.fns[entry.fn]
    return (entry.line, entry.text) if fn.op is None else (fn.line, index.trace.ops[fn.op].text)


def _unnamed_leaf(index: TraceIndex, tensor: int) -> int | None:
    """Return the nameless leaf that a tensor was made of in one and the same expression."""
    entry = index.trace.tensors[tensor]
    while entry.op is not None:
        inputs = [t for t in inputs_of(index.trace.ops[entry.op]) if index.trace.tensors[t].requires_grad]
        if len(inputs) != 1:
            return None
        found, entry = inputs[0], index.trace.tensors[inputs[0]]
        if entry.names:
            return None
        if index.is_trainable(found):
            return found
    return None
