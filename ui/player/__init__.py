"""The player: a Streamlit component that walks through a run in the browser and asks the server nothing."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import streamlit as st

from graph_view import packed

_FOLDER = Path(__file__).parent

# What a window has left below the head of a page.
HEIGHT = "clamp(35rem, 100vh - 8.5rem, 62rem)"

_mount = st.components.v2.component(
    "autograd_player",
    html=(_FOLDER / "player.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "player.css").read_text(encoding="utf-8"),
    js=(_FOLDER.parent / "bundles" / "player.js").read_text(encoding="utf-8"),
)


def player(
    payload: dict[str, Any] | bytes, *, key: str, step: int = 1, height: str = HEIGHT, link: str | None = None
) -> None:
    """Show the player for a payload (docs/payload.md), or for what `graph_view.packed` made of one.

    `step` counts from 1, as the player shows it: where to begin, and where to go when a later run names
    another one. `height` is a length of CSS, for windows wide enough to have the panes side by side. `link` is the
    address that "Copy link" copies, with the step put in; without it that is the address of the page.
    Mount it at a fixed place of the page and under the same `key`, or the browser's state is lost.
    """
    _mount(data=parcel(payload, step=step, height=height, link=link), key=key)


def parcel(payload: dict[str, Any] | bytes, **head: Any) -> bytes:
    """Return what the browser gets: a line of JSON with `head` and an identity, and the compressed payload.

    As bytes it costs the server next to nothing on a rerun, and Streamlit does not send it twice.
    """
    body = payload if isinstance(payload, bytes) else _packed(payload["id"], payload)
    identity = hashlib.blake2b(body, digest_size=8).hexdigest()
    return json.dumps({"id": identity, **head}).encode() + b"\n" + body


@st.cache_resource(max_entries=64, show_spinner=False)
def _packed(identity: str, _payload: dict[str, Any]) -> bytes:
    return packed(_payload)
