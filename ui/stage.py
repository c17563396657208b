"""Showing a run: the player, the output, what can be taken away. What users wrote goes through st.text."""

from __future__ import annotations

import gzip

import streamlit as st

import lessons
import sandbox
from lessons import Lesson
from sandbox import Outcome

from .editor import Mark
from .opening import Opened, Program, confirm, open_program
from .player import HEIGHT, player
from .runs import Run

# Messages that say why a program was not run at all.
NOT_RUN = ("busy", "rejected", "unavailable", "cancelled")

# Output of more lines than this is scrolled in a box of this many pixels.
LINES, SCROLLED = 20, 400

EMBEDDED = "max(24rem, 100vh - 1rem)"  # all of the other page's frame

_PICKS = "program_picks"

TOO_LONG = "This program is too long for a link: download it and send the file."
STALE = "The graph still shows the last valid version."
NOT_ISOLATED = "Not isolated: on this computer programs run with your own permissions."
QUESTION = "Run this program? It runs with your permissions."
MEANING = "It came with a link and can read, change or delete your files, so read it first."
HIDDEN = "It contains invisible characters: it may do something other than what it seems to say."


def show(run: Run, opened: Program | Opened, *, page: str, link: str | None) -> None:
    """Show the player for a run, and say why there is none; `link` is None if the program is too long."""
    status = run.outcome.status
    if status == "unlocked":
        ask(run, opened, page=page)
        return
    # What a program raised is told by the player, its mark and its traceback.
    if run.outcome.message and (status != "error" or run.payload is None):
        tone = st.info if status == "ok" else st.warning if status in NOT_RUN else st.error
        tone(run.outcome.message)
    if run.payload is not None:
        height = EMBEDDED if st.context.is_embedded else HEIGHT
        player(run.payload, key=f"{page}_player", step=opened.step or run.first_step, height=height, link=link)
    if link is None:
        st.caption(TOO_LONG)
    if run.outcome.isolated is False:
        st.caption(NOT_ISOLATED)


def ask(run: Run, opened: Program | Opened, *, page: str) -> None:
    """Ask whether to run a program that a link brought, and that nothing would isolate."""
    with st.container(border=True, key=f"{page}_question"):
        st.subheader(QUESTION, anchor=False)
        st.write(MEANING)
        if not all(character.isprintable() or character in "\n\t" for character in run.source):
            st.warning(HIDDEN)
        if st.context.is_embedded:
            st.code(run.source, language="python", line_numbers=True, wrap_lines=True)
        st.button("Run this program", type="primary", key=f"{page}_confirm", on_click=confirm, args=(opened,))


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
        open_program(picked.source, picked.step)


def output(outcome: Outcome, *, page: str) -> None:
    """Show what a program printed, and its warnings and traceback."""
    if outcome.status == "unlocked":
        return
    for name, text, is_cut in (
        ("stdout", outcome.stdout, outcome.stdout_truncated),
        ("stderr", outcome.stderr, outcome.stderr_truncated),
    ):
        if text:
            height = "content" if text.count("\n") < LINES else SCROLLED
            with st.container(border=True, height=height, key=f"{page}_{name}"):
                st.text(text.rstrip("\n"))  # st.code would have every visitor load 1.5 MB of highlighter
        if is_cut:
            st.caption("The output was too long; this is its beginning.")
    if not outcome.stdout and not outcome.stderr:
        st.caption("Nothing was printed.")


def marks(run: Run) -> list[Mark]:
    """Return the marks for the editor: where a program failed, or was when it was stopped."""
    error = run.outcome.error
    if error is None or error.line is None:
        return []
    failed = run.outcome.status == "error"
    return [Mark(error.line, f"{error.type}: {error.message}" if failed else run.outcome.message)]


def downloads(run: Run, *, page: str, name: str = "program") -> None:
    """Show the buttons that save a program and what came of it."""
    with st.popover("Download"):
        st.download_button(
            "Program (.py), runs with PyTorch", run.source, f"{name}.py", "text/x-python",
            key=f"{page}_save_program", on_click="ignore", width="stretch",
        )  # fmt: skip
        if run.trace is not None:
            st.download_button(
                "Trace (.json)", lambda: gzip.decompress(run.trace), f"{name}.trace.json", "application/json",
                key=f"{page}_save_trace", on_click="ignore", width="stretch",
            )  # fmt: skip
            st.download_button(
                "Graph (.dot)", lambda: _dot(run), f"{name}.dot", "text/vnd.graphviz",
                key=f"{page}_save_dot", on_click="ignore", width="stretch",
            )  # fmt: skip


def _dot(run: Run) -> bytes:
    found = sandbox.call("dot", gzip.decompress(run.trace))
    return found if isinstance(found, bytes) else f"// {found.message}\n".encode()
