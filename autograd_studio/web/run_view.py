"""Showing a run: the player, what is asked before it, what can be taken away."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from autograd_studio import lessons, sandbox
from autograd_studio.lessons import Lesson

from . import links, offline
from .editor import Mark
from .foreign import Content, Foreign, Own
from .frame import server
from .parcel import Given, Head
from .player import HEIGHT, player
from .printed import Printed
from .routes.nudging import grant
from .running import engines
from .running.opening import Opened, Program, confirm, open_program, run_on
from .running.running import last
from .running.runs import Run

# Messages that say why a program was not run at all.
NOT_RUN = ("busy", "rejected", "unavailable", "cancelled")

EMBEDDED = "max(24rem, 100vh - 4.5rem)"  # of the other page's frame, what the way out leaves

_PICKS = "program_picks"
_ENGINE = "program_engine"

CUT = "\n[The output was too long; only its beginning is shown.]"
TOO_LONG = "This program is too long for a link: download it and send the file."
STALE = "The graph still shows the last valid version."
NOT_ISOLATED = "Not isolated: on this computer programs run with your own permissions."
INSTALL = "PyTorch can run this program: `pip install torch` in the studio's Python environment."
LOCKED = "PyTorch ran in the same sandbox as the built-in engine: in one thread, and without oneDNN."
AGAIN = (
    "Nudging, checking gradients and the prompt run the program again: whatever it does to your files, it does again."
)
CONFIRM = "Run this program"
QUESTION = "Run this program? It runs with your permissions."
MEANING = "It came with a link and can read, change or delete your files, so read it first."
HIDDEN = "It contains invisible characters: it may do something other than it appears to."


@dataclass(frozen=True)
class Half:
    """What makes a player one of two: its `side`, "left" or "right", the step where it begins, and marked lines."""

    side: str
    step: int
    height: str
    marks: Sequence[Mark] = ()


def show(
    run: Run | None, opened: Opened, *, page: str, key: str, given: Content[str], link: str | None,
    locked: bool = False, lesson: str | None = None, note: str = "", label: str = "Program",
    half: Half | None = None, marks: Sequence[Mark] = (), by_hand: int | None = None, middle: Given | None = None,
    offer: str | None = None,
) -> None:  # fmt: skip
    """Show the player: the program that is the editor `key`, and its run.

    Without a run, which is being waited for, it is the page's last one. `given` is the program whose run is wanted;
    `locked` is whether it is written elsewhere; `link` is None if the program is too long for one. `half` makes it one of
    two that step together. `marks` are at lines of the program, and at what these computed; `by_hand`, `middle` and
    `offer` are as `Head` has them.
    """
    if run is None:
        run = last(page)
    if run is not None and run.outcome.status == "unlocked":
        ask(run, opened, key, page=page)
    embedded = st.context.is_embedded
    first = 1 if run is None else opened.step or run.first_step
    head = Head(
        step=half.step if half else first, height=half.height if half else EMBEDDED if embedded else HEIGHT, link=link,
        message=None if run is None else _message(run), lesson=None if embedded else lesson,
        note=note or None, nudge=_grant(run, given) if _can_nudge(run) else None,
        is_whole=run is None or run.outcome.is_whole, side=half and half.side, by_hand=by_hand, middle=middle, offer=offer,
        printed=_printed(run),
    )  # fmt: skip
    player(
        None if run is None else run.payload, head, key=key, given=given, label=label, locked=locked or embedded,
        marks=half.marks if half else marks,
    )  # fmt: skip
    if link is None:
        st.caption(TOO_LONG)
    if run is not None and run.outcome.isolated is False:
        st.caption(NOT_ISOLATED)
    if run is not None and run.request.engine == "torch" and run.payload is not None:
        st.caption(LOCKED if run.outcome.isolated else AGAIN)


def _can_nudge(run: Run | None) -> bool:
    """Return whether there is a whole run of what is shown, made with the visitor's consent."""
    is_shown = run is not None and run.payload is not None and run.outcome.status != "unlocked"
    return is_shown and run.outcome.is_whole


def _grant(run: Run, given: Content[str]) -> dict[str, Any]:
    """Return where the player asks for further runs of what is shown, on the same engine.

    A run may be known that somebody else asked for: it is run again for the visitor as `given` would be.
    """
    locked = run.request.locked or isinstance(given, Foreign)
    return grant(replace(run.request, part="all", locked=locked))


def _message(run: Run) -> dict[str, Any] | None:
    """Return what is to be said of a run that the player does not tell: what a program raised is told by its last step."""
    outcome = run.outcome
    if outcome.status == "unlocked" or (outcome.status == "error" and run.payload is not None):
        return None
    error = outcome.error
    text = f"{error.type}: {error.message}" if error is not None and outcome.status == "error" else outcome.message
    if not text:
        return None
    return {"text": text, "line": None if error is None else error.line, "mild": outcome.status in (*NOT_RUN, "ok")}


def _printed(run: Run | None) -> Printed | None:
    """Return what a run wrote."""
    if run is None or run.outcome.status == "unlocked":
        return None
    outcome = run.outcome
    stdout = outcome.stdout + (CUT if outcome.stdout_truncated else "")
    return Printed(stdout, outcome.stderr + (CUT if outcome.stderr_truncated else ""), outcome.pictures)


def ask(run: Run, opened: Opened, *editors: str, page: str) -> None:
    """Ask whether to run what a link brought, and nothing would isolate; it is also in these editors."""
    with st.container(border=True, key=f"{page}_question"):
        st.header(QUESTION, anchor=False)
        st.write(MEANING)
        if not all(character.isprintable() or character in "\n\t" for character in run.request.source):
            st.warning(HIDDEN)
        st.button(CONFIRM, type="primary", key=f"{page}_confirm", on_click=confirm, args=(opened, *editors))


def pick_lesson(current: Lesson | None) -> None:
    """Show the menu of the gallery's programs; `current` is the one that is in the editor.

    Each pick has a menu of its own, whose value nobody but the visitor sets. A menu that followed the text
    would call a run that was interrupted, or overtaken by a click, a pick: it would replace what is written.
    """
    picks = st.session_state.setdefault(_PICKS, 0)
    st.selectbox(
        "Example", [lesson.id for topic in lessons.topics() for lesson in topic.lessons], index=None,
        key=f"program_example_{picks}", placeholder=current.title if current else "Choose an example",
        on_change=_open_picked, format_func=lambda id: lessons.lesson(id).title, label_visibility="collapsed",
    )  # fmt: skip


def _open_picked() -> None:
    picks = st.session_state[_PICKS]
    picked = lessons.lesson(st.session_state[f"program_example_{picks}"] or "")
    st.session_state[_PICKS] = picks + 1
    if picked is not None:
        open_program(Own(picked.source))


def pick_engine(opened: Program) -> None:
    """Show the switch between the engines, where there is more than one."""
    if engines.torch_version() is None:
        return
    st.session_state[_ENGINE] = opened.engine
    st.segmented_control(
        "Engine", engines.ENGINES, key=_ENGINE, required=True, format_func=engines.name, label_visibility="collapsed",
        on_change=_run_on_picked,
    )  # fmt: skip


def torch_offer(run: Run | None) -> str | None:
    """Return what the button says that runs on PyTorch what the built-in engine refuses; None where there is no such button."""
    is_offered = run is not None and engines.refuses(run) and engines.torch_version() is not None
    return f"Run it on {engines.name('torch')}" if is_offered else None


def offer_torch(run: Run) -> None:
    """Offer to run on PyTorch what the built-in engine refuses, or say what that takes where the studio is one's own."""
    offer = torch_offer(run)
    if offer is None and (server() != "local" or not engines.refuses(run)):
        return
    with st.container(key="program_offer", horizontal=True, horizontal_alignment="right"):
        if offer is None:
            st.caption(INSTALL, width="content")
        else:
            st.button(offer, type="primary", key="program_on_torch", on_click=run_on, args=("torch",))


def _run_on_picked() -> None:
    run_on(st.session_state[_ENGINE])


def marks(run: Run) -> list[Mark]:
    """Return the marks for editors that a program was made of: where it failed, or was when it was stopped."""
    error = run.outcome.error
    if error is None or error.line is None:
        return []
    failed = run.outcome.status == "error"
    return [Mark(error.line, f"{error.type}: {error.message}" if failed else run.outcome.message)]


def downloads(run: Run, *, page: str, name: str = "program", opened: Program | None = None) -> None:
    """Show the buttons that save a program and what came of it; of an `opened` one, the field for its link's note."""
    with st.popover("Download"):
        st.download_button(
            "Program (.py), runs with PyTorch", run.request.source, f"{name}.py", "text/x-python",
            key=f"{page}_save_program", on_click="ignore", width="stretch",
        )  # fmt: skip
        if run.payload is not None:
            st.download_button(
                "Player (.html), works without the studio", lambda: _page(run), f"{name}.html", "text/html",
                key=f"{page}_save_page", on_click="ignore", width="stretch",
            )  # fmt: skip
        if run.trace is not None:
            st.download_button(
                "Trace (.json)", lambda: gzip.decompress(run.trace), f"{name}.trace.json", "application/json",
                key=f"{page}_save_trace", on_click="ignore", width="stretch",
            )  # fmt: skip
            st.download_button(
                "Graph (.dot)", lambda: _made(run, "dot", "//"), f"{name}.dot", "text/vnd.graphviz",
                key=f"{page}_save_dot", on_click="ignore", width="stretch",
            )  # fmt: skip
            st.download_button(
                "Sizes of gradients (.csv)", lambda: _made(run, "magnitudes", "#"), f"{name}.csv", "text/csv",
                key=f"{page}_save_magnitudes", on_click="ignore", width="stretch",
            )  # fmt: skip
        if opened is not None:
            _write_note(opened)


def _write_note(opened: Program) -> None:
    """Show the field for what the link of a program says to whoever opens it."""

    def keep() -> None:
        opened.note = Own(links.note_of(st.session_state.program_note_text or ""))

    st.text_area(
        "Note in the link", opened.note.bare, key="program_note_text", max_chars=links.MOST_NOTE, on_change=keep,
        placeholder="Anyone who opens the copied link sees this below the program.",
    )  # fmt: skip


def _page(run: Run) -> str:
    return offline.page(run.payload, run.request.source, step=run.first_step, printed=_printed(run))


def _made(run: Run, worker: str, comment: str) -> bytes:
    """Return what a worker makes of a run's Trace; where it fails, why as a comment."""
    found = sandbox.call(worker, gzip.decompress(run.trace))
    return found if isinstance(found, bytes) else f"{comment} {found.message}\n".encode()
