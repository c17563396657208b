"""The ladder of exercises as a row of buttons. What was solved is kept by the browser alone."""

from __future__ import annotations

import streamlit as st

from .. import sent
from ..files import read
from ..forms.exercises import EXERCISES

WORDS = {"exercises": "Exercises", "solved": "solved"}
STYLE = """
.ladder { display: flex; gap: 0.4rem; min-height: 2.5rem; }
.ladder button {
  flex: 1; min-height: 2.5rem; padding: 0; font: inherit; color: inherit; cursor: pointer;
  background: var(--st-background-color); border: 1px solid var(--st-border-color); border-radius: 0.5rem;
}
.ladder button[aria-pressed="true"] { border: 2px solid currentColor; font-weight: 600; }
.ladder button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
"""

_mount = st.components.v2.component(
    "autograd_ladder",
    html='<div class="ladder" role="group"></div>',
    css=STYLE,
    js=read("bundles/ladder.js"),
)


def ladder(current: str | None, solved: str | None) -> str | None:
    """Show the exercises, with the one that is open; `solved` is one that has just been. Return the one that was picked."""
    exercises = [{"id": one.id, "title": f"{number}. {one.title}"} for number, one in enumerate(EXERCISES, 1)]
    data = {"exercises": exercises, "current": current, "solved": solved, "words": WORDS}
    mounted = _mount(key="practice_ladder", data=data, height="content", on_picked_change=_unheard)
    return sent.read(mounted.picked, str)


def _unheard() -> None:
    """Have Streamlit send what was picked."""
