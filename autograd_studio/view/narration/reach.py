"""Reach: the nodes that a backward pass can come to, and what they keep for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from autograd_engine.trace.schema import Fn, Pass, Trace

from ..wording.equations import brief


def reached(trace: Trace, root: int) -> Iterator[int]:
    """Yield a node and all that its gradients can come to, in the order in which they are found."""
    waiting, seen = [root], {root}
    while waiting:
        here = waiting.pop()
        yield here
        new = {edge.to for edge in trace.fns[here].edges if edge.to is not None} - seen
        seen |= new
        waiting += sorted(new)


def retains(run: Pass) -> bool:
    """Return whether a pass was asked to keep what the nodes have saved, for that alone."""
    return run.retain_graph and not run.create_graph


def savers(trace: Trace, run: Pass) -> list[int]:
    """Return the nodes that a pass can come to and that have saved something for it."""
    found = dict.fromkeys(fn for root in run.roots for fn in reached(trace, root.fn))
    return [fn for fn in found if trace.fns[fn].saved]


def saved_names(fns: Iterable[Fn], name: Callable[[int], str]) -> list[str]:
    """Return what nodes have saved, each thing once: what a tensor is called, and the text of anything else."""
    saved = (one for fn in fns for one in fn.saved)
    names = dict.fromkeys(brief(one.text or "") if one.tensor is None else name(one.tensor) for one in saved)
    return [name for name in names if name]
