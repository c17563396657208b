"""The parcel: what the player gets from the page around it, a line of JSON and behind it the compressed payload."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from .printed import Printed

# What of a long run's middle the page gives.
Given = Literal["offered", "awaited"]


@dataclass(frozen=True)
class Mark:
    """A message at a line of the text, counted from 1."""

    line: int
    message: str
    severity: Literal["error", "warning", "hint"] = "error"


@dataclass(frozen=True)
class Code:
    """The text of an editor, at its `revision`.

    `given` is what the page's address gives; `label` and `keys` are read aloud; `locked` is whether nothing can be written.
    """

    text: str
    given: str
    revision: int = 0
    label: str = "Program"
    keys: str = ""
    locked: bool = False
    marks: Sequence[Mark] = ()


@dataclass(frozen=True)
class Head:
    """How the player shows a run.

    `step` counts from 1, as the player shows it: where to begin, and where to go when a later run names another one. `height`
    is a length of CSS, for windows wide enough to have the panes side by side. `link` is the address that "Copy link"
    copies, with the step put in; without it that is the address of the page. `message` says why there is no run: its
    `text`, and the `line` it is about. `lesson` is what to look at, and `note` what a link says instead of that; `printed` is
    what the run wrote.
    `nudge` is where its numbers can be nudged (web/routes/nudging.py). Unless the run `is_whole`, it is the beginning of the one
    that comes next, which leaves the visitor where they are. `side` makes it the "left" or "right" one of two that step
    together (web/compare). From line `by_hand` on the program computes gradients by hand: what these lines read is not shown as
    a cut of the graph. Where the `middle` is "offered", iterations that were left out can be asked for (`with_middle`); where
    it is "awaited", they are about to come. `offer` is what a button of the page says that runs on PyTorch what the built-in
    engine refuses.
    """

    step: int = 1
    height: str = "100vh"
    link: str | None = None
    message: dict[str, Any] | None = None
    lesson: str | None = None
    note: str | None = None
    nudge: dict[str, Any] | None = None
    is_whole: bool = True
    side: str | None = None
    by_hand: int | None = None
    middle: Given | None = None
    offer: str | None = None
    printed: Printed | None = None


def parcel(payload: bytes | None, code: Code, head: Head) -> bytes:
    """Return what the browser gets; the payload is as `packed` made it, None for no run.

    As bytes it costs the server next to nothing on a rerun, and Streamlit does not send it twice. It has the payload's identity,
    "" without one.
    """
    identity = hashlib.blake2b(payload, digest_size=8).hexdigest() if payload else ""
    printed = head.printed and head.printed.plain()
    line = {"id": identity, **vars(head), "printed": printed, "code": asdict(code)}
    return json.dumps(line).encode() + b"\n" + (payload or b"")
