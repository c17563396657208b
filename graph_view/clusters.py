"""Clusters: what is inside a custom Function, inside a hook, or part of a pass that is recorded itself."""

from __future__ import annotations

from dataclasses import dataclass

from autograd_engine.trace import Trace, function_of

from .text import shortened

MOST_NESTED = 8
TITLE_COLUMNS = 32


@dataclass
class Cluster:
    """A frame around boxes, possibly inside another one, which comes before it."""

    title: str
    parent: int | None = None
    depth: int = 0


def clusters(trace: Trace) -> tuple[list[Cluster], list[int | None]]:
    """Return the clusters of a Trace, and for each tensor the one it is in."""
    keys = _keys(trace)
    found: list[Cluster] = []
    known: dict[tuple, int | None] = {(): None}
    for key in _with_parents(trace, keys):
        parent = known[_parent(trace, key)]
        depth = 0 if parent is None else found[parent].depth + 1
        if depth >= MOST_NESTED:
            known[key] = parent
            continue
        known[key] = len(found)
        found.append(Cluster(shortened(_title(trace, key), TITLE_COLUMNS), parent, depth))
    return found, [known[key] for key in keys]


def _keys(trace: Trace) -> list[tuple]:
    """Return what each tensor was computed in: a custom Function, a recorded pass, a hook, or () for the program."""
    hooks = _next_hooks(trace)
    found: list[tuple] = []
    for tensor in trace.tensors:
        step = trace.steps[tensor.step] if tensor.step < len(trace.steps) else None
        function = function_of(trace.scopes, tensor.scope)
        if function is not None:
            found.append(("scope", function))
        elif step is None or step.run is None:
            found.append(())
        elif trace.passes[step.run].create_graph:
            found.append(("pass", step.run))
        else:
            hook = hooks[tensor.step]
            found.append(() if hook is None else ("hook", hook))
    return found


def _next_hooks(trace: Trace) -> list[int | None]:
    """Return for each step the hook step it belongs to: what a hook does comes before its own step."""
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


def _with_parents(trace: Trace, keys: list[tuple]) -> list[tuple]:
    """Return the keys once each, every one after those around it."""
    found = dict.fromkeys(keys)
    found.pop((), None)
    for key in list(found):
        while (key := _parent(trace, key)) and key not in found:
            found[key] = None
    return sorted(found)  # a scope has a higher number than the one around it


def _parent(trace: Trace, key: tuple) -> tuple:
    if key[0] != "scope":
        return ()
    around = function_of(trace.scopes, trace.scopes[key[1]].parent)
    return () if around is None else ("scope", around)


def _title(trace: Trace, key: tuple) -> str:
    kind, index = key
    if kind == "scope":
        scope = trace.scopes[index]
        return f"{scope.name}.{scope.phase}"
    if kind == "hook":
        return f"hook {trace.steps[index].text}"
    line = trace.passes[index].line
    return f"backward of line {line}" if line else "backward"
