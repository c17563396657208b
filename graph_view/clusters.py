"""Clusters: the boxes inside a custom Function, inside a hook, and of a backward pass that is recorded itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autograd_engine.trace import Trace


@dataclass
class Cluster:
    """A frame around boxes, possibly inside another one."""

    title: str
    parent: int | None = None


def clusters(trace: Trace) -> tuple[list[Cluster], list[int | None]]:
    """Return the clusters of a Trace, and for each tensor the one it is in."""
    found: list[Cluster] = []
    known: dict[tuple, int] = {}

    def cluster(key: tuple, title: Callable[[], str], parent: Callable[[], int | None] = lambda: None) -> int:
        if key not in known:
            outer = parent()
            known[key] = len(found)
            found.append(Cluster(title(), outer))
        return known[key]

    def of_scope(index: int | None) -> int | None:
        if index is None:
            return None
        scope = trace.scopes[index]
        return cluster(
            ("scope", index), lambda: f"{scope.name}.{scope.phase}", lambda: of_scope(scope.parent)
        )

    def of_step(index: int) -> int | None:
        """Return the cluster of what step `index` makes outside of any scope."""
        run = trace.steps[index].run if index < len(trace.steps) else None
        if run is None:
            return None
        if trace.passes[run].create_graph:
            line = trace.passes[run].line
            return cluster(("pass", run), lambda: f"backward of line {line}" if line else "backward")
        hook = next_hook[index]
        return None if hook is None else cluster(("hook", hook), lambda: f"hook {trace.steps[hook].text}")

    next_hook = _next_hooks(trace)
    return found, [of_scope(t.scope) if t.scope is not None else of_step(t.step) for t in trace.tensors]


def _next_hooks(trace: Trace) -> list[int | None]:
    """Return for each step the hook step that it precedes: what a hook does comes before the step that tells of it."""
    hook = None
    found: list[int | None] = []
    for index in range(len(trace.steps) - 1, -1, -1):
        kind = trace.steps[index].kind
        if kind == "hook":
            hook = index
        elif kind not in ("op", "write", "create"):
            hook = None
        found.append(hook)
    return found[::-1]
