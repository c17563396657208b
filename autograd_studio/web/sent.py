"""What the components in the browser send: all their messages, and the one place where these are read.

Who has no browser can send anything instead; what is no such message counts as none.
"""

from __future__ import annotations

import logging
from typing import Annotated, Any, TypeVar

import msgspec
import streamlit as st
from msgspec import Meta

log = logging.getLogger(__name__)

# Without half characters, which JSON can hold and UTF-8 cannot.
Text = Annotated[str, Meta(pattern="\\A[^\ud800-\udfff]*\\Z")]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Moment = Annotated[float, Meta(ge=0, le=1e15)]  # milliseconds of the browser's clock


class Writing(msgspec.Struct, frozen=True):
    """What is written in an editor: `asked` names the moment of the last Ctrl-Enter, if that sent it."""

    revision: Count
    text: Text
    asked: Moment | None = None


class Middle(msgspec.Struct, frozen=True):
    """The part of a run that the player lacks, and the program that it shows."""

    given: Text
    passes: Count
    asked: Moment


Kind = TypeVar("Kind", Writing, Middle, str)


def read(value: Any, kind: type[Kind]) -> Kind | None:
    """Return what a component sent, None if that is nothing of this kind."""
    try:
        return msgspec.convert(value, kind | None)
    except msgspec.ValidationError:
        log.warning("a component sent what is no %s", kind.__name__)
        return None


def state(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return what the component `key` of this visitor has last set as `name`."""
    return read(st.session_state.get(key, {}).get(name), kind)


for _kind in (Writing, Middle, str):
    read(None, _kind)  # prepares msgspec for the class, which two threads at the same time must not
