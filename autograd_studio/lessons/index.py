"""What `topics.toml` holds, each part read by itself, so that a mistake costs no more than that part.

It takes msgspec, which a page lacks that reads lesson files.
"""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

import msgspec

Name = Annotated[str, msgspec.Meta(pattern=r"^[\w-]+$")]


class _Index(msgspec.Struct):
    topics: list[Any]


class Row(msgspec.Struct):
    """A topic."""

    id: Name
    title: str
    lessons: list[Any]


def topics(text: str) -> list[Any]:
    """Return the topics, unread.

    Raises:
        ValueError: the text is no list of topics; as of the others.
    """
    return msgspec.convert(tomllib.loads(text), _Index).topics


def row(entry: Any) -> Row:
    """Return a topic."""
    return msgspec.convert(entry, Row)


def name(entry: Any) -> str:
    """Return the id of a lesson."""
    return msgspec.convert(entry, Name)
