"""The player: a Streamlit component that shows a program and walks through its run, and asks the server nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import streamlit as st

from autograd_studio.view.payload.document import packed

from ..editor import Mark, content, keep, mounted
from ..files import player_style, read
from ..printed import Printed
from ..running.runs import Middle

# What a window has left below the head of a page.
HEIGHT = "clamp(30rem, 100vh - 8.25rem, 70rem)"

# What of a long run's middle the page gives.
Given = Literal["offered", "awaited"]

_mount = st.components.v2.component(
    "autograd_player",
    html=read("player/player.html"),
    css=player_style(),
    js=read("bundles/player.js"),
)


def player(
    payload: dict[str, Any] | bytes | None,
    *,
    key: str,
    given: str,
    label: str = "Program",
    locked: bool = False,
    step: int = 1,
    height: str = HEIGHT,
    link: str | None = None,
    message: dict[str, Any] | None = None,
    lesson: str | None = None,
    note: str | None = None,
    printed: Printed | None = None,
    nudge: dict[str, str] | None = None,
    is_whole: bool = True,
    side: str | None = None,
    marks: Sequence[Mark] = (),
    by_hand: int | None = None,
    middle: Given | None = None,
    offer: str | None = None,
) -> None:
    """Show the player for a payload (docs/payload.md), or for what `packed` made of one; None: for no run.

    The program in it is the editor `key`; `given`, `label` and `locked` are as `editor.content` has them. `step`
    counts from 1, as the player shows it: where to begin, and where to go when a later run names another one. `height`
    is a length of CSS, for windows wide enough to have the panes side by side. `link` is the address that "Copy link"
    copies, with the step put in; without it that is the address of the page. `message` says why there is no run: its
    `text`, and the `line` it is about. `lesson` is what to look at, and `note` what a link says instead of that; `printed` is
    what the run wrote.
    `nudge` is where its numbers can be nudged (web/server/nudging.py). Unless the run `is_whole`, it is the beginning of the one
    that comes next, which leaves the visitor where they are. `side` makes it the "left" or "right" one of two that step
    together (web/compare); `marks` are messages at lines of the program. From line `by_hand` on the program computes gradients
    by hand: what these lines read is not shown as a cut of the graph. Where the `middle` is "offered", iterations that were left
    out can be asked for (`middle_wanted`); where it is "awaited", they are about to come. `offer` is what a button of the page
    says that runs on PyTorch what the built-in engine refuses.
    Mount it at a fixed place of the page and under the same `key`, or the browser's state is lost.
    """
    head = {
        "step": step,
        "height": height,
        "link": link,
        "code": content(key, label=label, given=given, locked=locked, marks=marks),
        "message": message,
        "lesson": lesson,
        "note": note,
        "nudge": nudge,
        "is_whole": is_whole,
        "side": side,
        "by_hand": by_hand,
        "middle": middle,
        "offer": offer,
        "printed": printed and printed.plain(),
    }
    mounted(key, _mount(data=parcel(payload, **head), key=key, on_sent_change=keep, on_middle_change=keep))


def middle_wanted(key: str, given: str) -> Middle | None:
    """Return which part of the middle of the program `given` the visitor has last asked the player for."""
    try:
        sent = msgspec.convert(st.session_state.get(key, {}).get("middle"), _Sent | None)
    except msgspec.ValidationError:
        return None
    return Middle(sent.passes, sent.asked) if sent is not None and sent.given == given else None


class _Sent(msgspec.Struct):
    given: str
    passes: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    asked: float


msgspec.convert(None, _Sent | None)  # prepares msgspec for the class, which two threads at the same time must not


def parcel(payload: dict[str, Any] | bytes | None, **head: Any) -> bytes:
    """Return what the browser gets: a line of JSON with `head` and an identity, and the compressed payload.

    As bytes it costs the server next to nothing on a rerun, and Streamlit does not send it twice. Without a payload
    the identity is empty.
    """
    body = b"" if payload is None else payload if isinstance(payload, bytes) else _packed(payload["id"], payload)
    identity = hashlib.blake2b(body, digest_size=8).hexdigest() if body else ""
    return json.dumps({"id": identity, **head}).encode() + b"\n" + body


@st.cache_resource(max_entries=64, show_spinner=False)
def _packed(identity: str, _payload: dict[str, Any]) -> bytes:
    return packed(_payload)
