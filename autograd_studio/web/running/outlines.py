"""The outlines of what is written on a page: a text is read in a child, for all who have the same one."""

from __future__ import annotations

import streamlit as st

from autograd_studio import sandbox
from autograd_studio.outline.forms import Fault
from autograd_studio.outline.outline import Asked, Outline

from ..frame import visitor


class _NotRead(Exception):
    """A text was not read; the message says why."""


def outlined(asked: Asked) -> Outline:
    """Return the outline of a text, or of the program that a form writes; why there is none is among its faults."""
    try:
        return _read(asked, visitor())
    except _NotRead as error:
        return Outline(faults=[Fault("", str(error))])


@st.cache_data(max_entries=256, show_spinner=False)
def _read(asked: Asked, _visitor: sandbox.Visitor) -> Outline:
    found = sandbox.for_visitors().outline(asked, _visitor)
    if isinstance(found, Outline):
        return found
    raise _NotRead(found.message)
