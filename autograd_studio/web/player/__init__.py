"""The player: a Streamlit component that shows a program and walks through its run, and asks the server nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from autograd_studio.answering.request import Request

from .. import sent
from ..editor import content, keep, mounted
from ..files import player_style, read
from ..foreign import Content
from ..parcel import Head, Mark, parcel
from ..sent import Middle

# What a window has left below the head of a page.
HEIGHT = "clamp(30rem, 100vh - 8.25rem, 70rem)"

BY_ITSELF = Head(height=HEIGHT)

_mount = st.components.v2.component(
    "autograd_player",
    html=read("player/player.html"),
    css=player_style(),
    js=read("bundles/player.js"),
)


def player(
    payload: bytes | None,
    head: Head = BY_ITSELF,
    *,
    key: str,
    given: Content[str],
    label: str = "Program",
    locked: bool = False,
    marks: Sequence[Mark] = (),
) -> None:
    """Show the player for what `packed` made of a payload (docs/payload.md); None: for no run.

    The program in it is the editor `key`; `given`, `label` and `locked` are as `editor.content` has them, `marks` are messages
    at lines of the program.
    Mount it at a fixed place of the page and under the same `key`, or the browser's state is lost.
    """
    code = content(key, label=label, given=given, locked=locked, marks=marks)
    mounted(key, _mount(data=parcel(payload, code, head), key=key, on_sent_change=keep, on_middle_change=keep))


def with_middle(key: str, request: Request) -> Request:
    """Return a request with the part of the program's middle that the visitor has last asked the player for."""
    middle = sent.state(key, "middle", Middle)
    if middle is None or middle.given != request.source:
        return request
    return replace(request, middle=middle.passes, asked=middle.asked)
