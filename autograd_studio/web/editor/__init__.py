"""The editor: CodeMirror 6 as a Streamlit component.

CodeMirror was chosen because it is maintained, accessible and MIT-licensed; docs/editor.md names the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from .. import sent
from ..foreign import Content, Foreign, Own
from ..parcel import Code, Mark
from ..sent import Writing

_FOLDER = Path(__file__).parent

LINE = "Line"
NARROW = 36  # characters in a line of the narrowest editor
NOTHING = Own("")
KEYS = "Ctrl+Enter or ⌘+Enter runs. Where you write, Tab indents; Esc, then Tab leaves the editor."


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


_codemirror = st.components.v2.component("autograd_codemirror", js=_read("../bundles/codemirror.js"))
_mount = st.components.v2.component(
    "autograd_editor",
    html=_read("editor.html"),
    css=_read("python.css") + _read("editor.css"),
    js=_read("../bundles/editor.js"),
)


@dataclass
class _Document:
    """A text in an editor; `revision` counts how often the page, not the user, has replaced it.

    `whose` is whose the text is: what is written into a stranger's remains the stranger's. `asked` names the last
    Ctrl-Enter, and `run_wanted` is whether it is still to be followed. `is_mounted` is whether the session has shown the
    editor before.
    """

    text: str
    whose: type[Content]
    revision: int = 0
    asked: float | None = None
    run_wanted: bool = False
    is_mounted: bool = False

    def take(self, writing: Writing) -> None:
        """Take over what the browser says is written, unless the page has replaced the text in the meantime."""
        if writing.revision == self.revision:
            self.text = writing.text
        if writing.asked not in (None, self.asked):
            self.asked, self.run_wanted = writing.asked, True

    def resume(self, writing: Writing) -> bool:
        """Take over what is written in a browser whose server was restarted, or replaced by another one.

        Return whether that is news. What the page has written since, an example that was picked, is newer. Whose it was
        there, nobody knows here.
        """
        is_news = writing.text != self.text and writing.revision >= self.revision
        if is_news:
            self.revision, self.whose = writing.revision, Foreign
            self.take(writing)
        self.asked = writing.asked
        return is_news


def load() -> None:
    """Bring CodeMirror to the browser; once on each page that has editors."""
    _codemirror(key="codemirror")


def text(key: str, default: Content[str] = NOTHING) -> Content[str]:
    """Return what is written in an editor."""
    document = _document(key, default)
    return document.whose(document.text)


def texts() -> list[str]:
    """Return what is written in the editors of all pages, each text once."""
    documents = [st.session_state[key] for key in st.session_state if isinstance(st.session_state[key], _Document)]
    return list(dict.fromkeys(document.text for document in documents if document.text.strip()))


def write(key: str, text: Content[str]) -> None:
    """Replace what is written in an editor."""
    document = _document(key, text)
    document.whose = type(text)
    if document.text != text.bare:
        document.text = text.bare
        document.revision += 1


def confirm(*keys: str) -> None:
    """Take it that the visitor wants to run what is written in these editors."""
    for key in keys:
        _document(key, NOTHING).whose = Own


def editor(
    key: str, *, label: str, given: Content[str], lines: int = 10, marks: Sequence[Mark] = (), keys: str = KEYS
) -> None:
    """Show the editor `key` as a component of its own, with room for so many lines; `keys` is said below it.

    The room is there before the browser has the editor, and more of it for a longer text, so that nothing moves. The
    rest is as `content` has it. The editor is no fragment: a click on something outside of the fragment would be lost
    when it comes together with the text.
    """
    data = asdict(content(key, label=label, given=given, marks=marks, keys=keys))
    st.html(_room(key, data["text"], lines, keys))
    mounted(key, _mount(key=key, data={**data, "lineWord": LINE}, on_sent_change=keep))


def _room(key: str, text: str, lines: int, keys: str) -> str:
    """Return the style that reserves what editor.css gives to an editor: for its lines, and two small ones for `keys`."""
    lines = max(lines, sum(max(1, math.ceil(len(line) / NARROW)) for line in text.split("\n")))
    below = 2.625 if keys else 0
    height = f"calc(min(0.8125rem * 1.5 * {lines} + 1rem, 70vh) + {below}rem)"
    return f"<style>.st-key-{key} {{ --lines: {lines}; min-height: {height}; }}</style>"


def content(
    key: str, *, label: str, given: Content[str], marks: Sequence[Mark] = (), keys: str = KEYS, locked: bool = False
) -> Code:
    """Return what the browser needs for the editor `key`, in whichever component it is.

    `given` is what the page's address gives: what is written beyond that is kept by the browser. `locked` is whether
    nothing can be written, and the text is always that. Ctrl-Enter reruns the page and makes `run_wanted` true. A rest
    in writing and leaving the editor rerun it too: the server has the text before the button is pressed for which it
    was left.
    """
    if locked:
        write(key, given)
    document = _document(key, given)
    return Code(document.text, given.bare, document.revision, label, keys, locked, marks)


def mounted(key: str, shown: Any) -> None:
    """Take over what a browser has that knew the editor `key` before this session did; `shown` is what mounting gave."""
    document = _document(key, NOTHING)
    if not document.is_mounted:
        document.is_mounted = True
        writing = sent.read(shown.sent, Writing)
        if writing and document.resume(writing):
            st.rerun()


def run_wanted(*keys: str) -> bool:
    """Return whether Ctrl-Enter was pressed in one of these editors since the last call."""
    documents = [_document(key, NOTHING) for key in keys]
    wanted = any(document.run_wanted for document in documents)
    for document in documents:
        document.run_wanted = False
    return wanted


def _document(key: str, default: Content[str]) -> _Document:
    """Return what is written in an editor, with what the browser has sent by now.

    Every look at it takes that over, since no callback can be relied on: one that touches the session is
    dropped when a click comes right after what called it.
    """
    document = st.session_state.setdefault(f"{key}_document", _Document(default.bare, type(default)))
    if document.is_mounted and (writing := sent.state(key, "sent", Writing)):
        document.take(writing)
    return document


def keep() -> None:
    """Have Streamlit keep what an editor sends."""
