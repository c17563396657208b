"""What a page shows when it is opened by a link, and the link to what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar
from urllib.parse import quote

import streamlit as st

from autograd_studio import lessons
from autograd_studio.answering.request import Engine
from autograd_studio.lessons.operators import operators

from .. import address, editor, links
from ..foreign import Content, Foreign, Own, confirmed, joined
from ..forms.forms import form_of, form_text
from ..forms.jacobian import Pair
from . import engines

Form = TypeVar("Form")


@dataclass
class Opened(Generic[Form]):
    """What a page of a session has: a `form`, and whose it is.

    A foreign form stays foreign while it is edited: what is not touched is still what the link brought. `step` is where to
    begin, None where a reader would; `fault` is why the address could not be followed.
    """

    form: Content[Form]
    step: int | None = None
    fault: str | None = None


def confirm(opened: Opened, *editors: str) -> None:
    """Take it that the visitor wants to run what is opened, and what is written in these editors."""
    opened.form = confirmed(opened.form)
    editor.confirm(*editors)


# ---- the Program page

EDITOR = "program_editor"

_OPENED = "program_opened"
_NAMES = ("lesson", "program")
_ENGINE = "engine"
_NOTE = "note"

NO_TORCH = (
    "The link asks for PyTorch, which this studio does not offer. The program ran on the built-in engine instead."
)


@dataclass
class Program(Opened[str]):
    """The program, its `form`, whose run a session's Program page shows.

    `address` is what the address says of it, as far as we know. `engine` is where it runs; `note` is what its link says to
    whoever opens it, plain text, empty for nothing.
    """

    address: dict[str, str] = field(default_factory=dict)
    engine: Engine = "built-in"
    note: Content[str] = editor.NOTHING


def open_program(source: Content[str], step: int | None = None) -> Program:
    """Put a program into the editor of the Program page and show its run, now or when that page is opened."""
    editor.write(EDITOR, source)
    opened = run_program(source, step)
    opened.note = editor.NOTHING  # it was said of another program
    return opened


def run_program(source: Content[str], step: int | None = None) -> Program:
    """Show the run of what is written in the editor of the Program page, on the engine in use; a lesson begins at its step."""
    before = st.session_state.get(_OPENED, Program(source))
    lesson = lessons.of_source(source.bare)
    if step is None and lesson is not None:
        step = lesson.step
    opened = st.session_state[_OPENED] = replace(before, form=source, step=step, fault=None)
    return opened


def run_on(engine: Engine) -> None:
    """Show the run of the Program page's program on this engine."""
    st.session_state[_OPENED] = replace(st.session_state[_OPENED], engine=engine, fault=None)


def follow_address() -> Program:
    """Return the program to show: the one that the page's address names, if that is new, else the session's.

    An address is new at a visitor's first run, and after a step back in the browser's history.
    """
    arrived = address.arrived()
    said = {name: arrived[name].bare for name in (*_NAMES, _ENGINE, _NOTE) if name in arrived}
    opened = st.session_state.get(_OPENED)
    if opened is not None and (not said or said == opened.address):
        return opened
    try:
        opened = open_program(_named(arrived), _step(arrived))
    except links.BrokenLink as error:
        opened = open_program(_named({}), _step(arrived))
        opened.fault = f"{error} Here is the gallery's first program instead."
    opened.address = said
    opened.note = arrived.get(_NOTE, editor.NOTHING).map(links.note_of)
    wants_torch = said.get(_ENGINE) == "torch"
    opened.engine = "torch" if wants_torch and engines.torch_version() else "built-in"
    if wants_torch and opened.engine != "torch":
        opened.fault = opened.fault or NO_TORCH
    return opened


def _named(arrived: Mapping[str, Foreign[str]]) -> Content[str]:
    """Return the program that an address names.

    Raises:
        BrokenLink: it names none.
    """
    if "program" in arrived:
        source = arrived["program"].map(links.text_of)
        return Own(source.bare) if _is_ours(source.bare) else source
    lesson = lessons.lesson(arrived["lesson"].bare) if "lesson" in arrived else lessons.default()
    if lesson is None:
        raise links.BrokenLink("The gallery has no program with the name in the link.")
    return Own(lesson.source)


def _step(arrived: Mapping[str, Foreign[str]]) -> int | None:
    return links.step_of(arrived["step"].bare) if "step" in arrived else None


def _is_ours(source: str) -> bool:
    """Return whether a program is one of the studio's own, whatever address it came by."""
    return lessons.of_source(source) is not None or any(source == operator.program for operator in operators())


def link_program(opened: Program) -> str | None:
    """Let the address name the program; return it whole, or None if the program is too long for a link.

    The player adds the step, in the browser.
    """
    source, note = opened.form.bare, opened.note.bare
    lesson = lessons.of_source(source)
    token = links.token(source) if lesson is None else None
    fits = token is not None and len(token) + len(quote(note)) <= links.MOST_CHARACTERS
    named = {"lesson": lesson.id} if lesson is not None else {"program": token} if fits else {}
    said = named | ({_ENGINE: opened.engine} if opened.engine != "built-in" else {})
    said |= {_NOTE: note} if note else {}
    if said != opened.address:
        opened.address = said
        address.say(said)
    return links.address(st.context.url or "", **said) if named else None


# ---- pages with a form


def open_form(page: str, default: Form) -> Opened[Form]:
    """Return what a page's form holds: the session's, at a first run the address's, or else the default, which is ours."""
    key = f"{page}_opened"
    if key not in st.session_state:
        arrived = address.arrived()
        opened = st.session_state[key] = Opened(Own(default), _step(arrived))
        try:
            if "form" in arrived:
                form = arrived["form"].map(lambda token: form_of(type(default), links.text_of(token)))
                opened.form = opened.form if form.bare == default else form
        except links.BrokenLink as error:
            opened.fault = f"{error} Here is an example instead."
    return st.session_state[key]


def open_pair(page: str, default: Pair) -> Opened[Pair]:
    """Return what the Jacobian page's form holds; its address may also name a program as the Program page's does.

    What else the address says of the pair makes it foreign, whatever the program.
    """
    arrived = address.arrived()
    output, given = (arrived.get(name, editor.NOTHING) for name in ("output", "input"))
    line = arrived.get("line", editor.NOTHING).map(lambda text: links.number_of(text) or 0)
    return open_with_program(page, default, lambda source: joined(Pair, source, output, given, line))


def open_with_program(page: str, default: Form, form_with: Callable[[Content[str]], Content[Form]]) -> Opened[Form]:
    """Return what a page's form holds; where its address names a program as the Program page's does, the form with that."""
    key = f"{page}_opened"
    arrived = address.arrived()
    if key not in st.session_state and any(name in arrived for name in _NAMES):
        with suppress(links.BrokenLink):
            st.session_state[key] = Opened(form_with(_named(arrived)))
    return open_form(page, default)


def link_form(opened: Opened[Form], form: Content[Form]) -> str | None:
    """Keep a page's form and let the address hold it; return that whole, None if the form is too long."""
    token = links.token(form_text(form.bare))
    if form.bare != opened.form.bare:
        opened.step, opened.fault = None, None
        address.say({} if token is None else {"form": token})
    opened.form = form
    return None if token is None else links.address(st.context.url or "", form=token)
