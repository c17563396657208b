"""Numbering: the boxes, links and clusters of one graph, by their places among those of all graphs.

What has to be changed is known by its type in the schema.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..schema import BoxNumber, ClusterNumber, LinkNumber

Entry = TypeVar("Entry")
Firsts = Mapping[Any, int]  # the numbers of a graph's first box, link and cluster, by their types


def renumbered(entry: Entry, kind: Any, firsts: Firsts) -> Entry:
    """Return an entry of a type of the schema with the numbers that it has among those of all graphs.

    An instance of a dataclass is changed itself.
    """
    renumber = _renumbering(kind)
    return renumber(entry, firsts) if renumber is not None and any(firsts.values()) else entry


@functools.cache
def _renumbering(kind: Any) -> Callable[[Any, Firsts], Any] | None:
    """Return what renumbers entries of a type; None for one that names no box, link or cluster."""
    if kind in (BoxNumber, LinkNumber, ClusterNumber):
        return lambda number, firsts: number + firsts[kind]
    if dataclasses.is_dataclass(kind):
        return _of_fields(kind)
    if hasattr(kind, "_fields"):
        return _of_row(kind)
    inner = [found for part in typing.get_args(kind) if (found := _renumbering(part)) is not None]
    if not inner:
        return None
    (renumber,) = inner
    if typing.get_origin(kind) is list:
        return lambda entries, firsts: [renumber(entry, firsts) for entry in entries]
    return lambda entry, firsts: None if entry is None else renumber(entry, firsts)  # this or None


def _of_fields(kind: type) -> Callable[[Any, Firsts], Any] | None:
    fields = _parts(kind)

    def renumber(entry: Any, firsts: Firsts) -> Any:
        for name, part in fields.items():
            value = getattr(entry, name)
            if value is not None:
                setattr(entry, name, part(value, firsts))
        return entry

    return renumber if fields else None


def _of_row(kind: Any) -> Callable[[Any, Firsts], Any] | None:
    places = {kind._fields.index(name): part for name, part in _parts(kind).items()}

    def renumber(row: Any, firsts: Firsts) -> Any:
        found = list(row)
        for place, part in places.items():
            found[place] = part(found[place], firsts)
        return found

    return renumber if places else None


def _parts(kind: Any) -> dict[str, Callable[[Any, Firsts], Any]]:
    """Return the fields of a class that name boxes, links or clusters, and what renumbers each."""
    found = {name: _renumbering(hint) for name, hint in typing.get_type_hints(kind).items()}
    return {name: part for name, part in found.items() if part is not None}
