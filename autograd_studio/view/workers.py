"""Drawing in a child process: a program can falsify its Trace, and so what it costs to draw it.

A Trace of a few megabytes can name a text of megabytes in each of its steps. So the server never draws: `worker` does,
in a child of the sandbox, under limits. A Trace goes in as JSON, what the player takes comes back packed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import Trace, from_json

from .export.dot import dot_text
from .layout import graphviz
from .payload.document import payload
from .payload.writing import packed

# Calls a worker by its name in a child: gives its answer, or anything that is not bytes if there is none.
Caller = Callable[[str, bytes], object]

# Graphviz may take too long.
WORKERS = ("drawing", "plain_drawing")

# Of `(x * x).backward()`; no Trace of a run is smaller.
SMALL = Path(__file__).with_name("warm_up.json").read_bytes()


@dataclass(frozen=True)
class Drawing:
    """The payload of a run as `packed` makes it, how many steps it has, and what placed its boxes."""

    engine: str
    steps: int
    payload: bytes


def draw(trace: bytes, call: Caller) -> Drawing | None:
    """Return the drawing of a Trace, which is JSON; None if there is none."""
    for name in WORKERS:
        answer = call(name, trace)
        if isinstance(answer, bytes):
            return _read(answer)
    return None


def _read(answer: bytes) -> Drawing | None:
    head, _, rest = answer.partition(b"\n")
    try:
        engine, steps = json.loads(head)
    except (ValueError, TypeError):
        return None
    return Drawing("graphviz" if engine == "graphviz" else "layered", steps, rest)


# ---- in the child


def preload() -> None:
    """Draw once, so that all it takes is loaded before the child is locked."""
    graphviz.preload()
    plain_worker(SMALL)
    dot_worker(SMALL)


def warm_up() -> None:
    """Draw, as most who call want."""
    worker(SMALL)


def worker(trace: bytes) -> bytes:
    """Draw a Trace, its boxes placed by Graphviz where it loads."""
    return _answer(trace, graphviz.place)


def plain_worker(trace: bytes) -> bytes:
    """Draw a Trace without Graphviz."""
    return _answer(trace, None)


def dot_worker(trace: bytes) -> bytes:
    """Return the graph of a Trace as DOT text."""
    return dot_text(decoded(trace)).encode()


def layout_worker(_: bytes) -> bytes:
    """Return what to install so that Graphviz places boxes; empty where it does."""
    return graphviz.missing().encode()


def _answer(trace: bytes, place: graphviz.Placer | None) -> bytes:
    with uncollected():
        found = payload(decoded(trace), place)
        return json.dumps([found.engine, len(found.steps)]).encode() + b"\n" + packed(found)


def decoded(trace: bytes) -> Trace:
    """Return a Trace that is JSON."""
    return from_json(trace)
