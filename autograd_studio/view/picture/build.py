"""From a Trace to its picture."""

from __future__ import annotations

from collections.abc import Iterable

from autograd_engine.trace.schema import Trace

from ...catalogue import say
from .boxes import add_boxes
from .calls import add_calls
from .clusters import clusters
from .edges import add_links
from .folds import take_in_sources
from .memory import add_memory
from .picture import Picture
from .seeds import add_seeds
from .titles import titles


def picture(trace: Trace, drawn_as: dict[int, int] | None = None, silent: Iterable[int] = ()) -> Picture:
    """Return the picture of a Trace; for `drawn_as` and `silent` see Picture."""
    seed_title = say("view.labels.seed")
    drawn_as = drawn_as or {}
    frames, of_tensors, of_nodes = clusters(trace, len(trace.tensors) - len(drawn_as))
    found = Picture(clusters=frames, titles=titles(trace, seed_title), drawn_as=drawn_as, silent=frozenset(silent))
    add_boxes(trace, found, of_tensors, of_nodes)
    add_links(trace, found)
    add_calls(trace, found)
    add_seeds(trace, found, seed_title)
    add_memory(trace, found)
    take_in_sources(trace, found)
    return found
