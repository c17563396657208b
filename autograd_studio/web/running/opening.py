"""What a page shows when it is opened by a link, and the link to what it shows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar
from urllib.parse import quote

import streamlit as st

from autograd_studio import lessons
from autograd_studio.answering.request import Engine
from autograd_studio.lessons.operators import operators

from .. import editor, links
from ..forms.forms import form_of, form_text
from ..forms.jacobian import Pair
from . import engines

Form = TypeVar("Form")

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
class Program:
    """The program whose run a session's Program page shows.

    `step` is where to begin, None where a reader would. `is_foreign` is whether a link brought it and the visitor has
    not yet asked to run it. `fault` is why the address could not be followed; `address` is what the address says of the
    program, as far as we know. `engine` is where it runs; `note` is what its link says to whoever opens it, plain text.
    """

    source: str
    step: int | None = None
    is_foreign: bool = False
    fault: str | None = None
    address: dict[str, str] = field(default_factory=dict)
    engine: Engine = "built-in"
    note: str | None = None


def open_program(source: str, step: int | None = None, is_foreign: bool = False) -> Program:
    """Put a program into the editor of the Program page and show its run, now or when that page is opened."""
    editor.write(EDITOR, source)
    opened = run_program(source, step, is_foreign)
    opened.note = None  # it was said of another program
    return opened


def run_program(source: str, step: int | None = None, is_foreign: bool = False) -> Program:
    """Show the run of what is written in the editor of the Program page, on the engine in use; a lesson begins at its step."""
    before = st.session_state.get(_OPENED, Program(""))
    lesson = lessons.of_source(source)
    if step is None and lesson is not None:
        step = lesson.step
    opened = Program(source, step, is_foreign, address=before.address, engine=before.engine, note=before.note)
    st.session_state[_OPENED] = opened
    return opened


def run_on(engine: Engine) -> None:
    """Show the run of the Program page's program on this engine."""
    st.session_state[_OPENED] = replace(st.session_state[_OPENED], engine=engine, fault=None)


def follow_address() -> Program:
    """Return the program to show: the one that the page's address names, if that is new, else the session's.

    An address is new at a visitor's first run, and after a step back in the browser's history.
    """
    address = {name: st.query_params[name] for name in (*_NAMES, _ENGINE, _NOTE) if name in st.query_params}
    opened = st.session_state.get(_OPENED)
    if opened is not None and (not address or address == opened.address):
        return opened
    try:
        opened = open_program(*_named(address))
    except links.BrokenLink as error:
        opened = open_program(*_named({}))
        opened.fault = f"{error} Here is the gallery's first program instead."
    opened.address = address
    opened.note = links.note_of(address)
    wants_torch = address.get(_ENGINE) == "torch"
    opened.engine = "torch" if wants_torch and engines.torch_version() else "built-in"
    if wants_torch and opened.engine != "torch":
        opened.fault = opened.fault or NO_TORCH
    return opened


def _named(address: dict[str, str]) -> tuple[str, int | None, bool]:
    """Return the program that an address names, the step where to begin, and whether the program is foreign.

    Raises:
        BrokenLink: it names none.
    """
    step = links.step_of(st.query_params)
    if "program" in address:
        source = links.text_of(address["program"])
        return source, step, not _is_ours(source)
    lesson = lessons.lesson(address["lesson"]) if "lesson" in address else lessons.default()
    if lesson is None:
        raise links.BrokenLink("The gallery has no program with the name in the link.")
    return lesson.source, step, False


def _is_ours(source: str) -> bool:
    """Return whether a program is one of the studio's own, whatever address it came by."""
    return lessons.of_source(source) is not None or any(source == operator.program for operator in operators())


def link_program(opened: Program) -> str | None:
    """Let the address name the program; return it whole, or None if the program is too long for a link.

    The player adds the step, in the browser.
    """
    lesson = lessons.of_source(opened.source)
    token = links.token(opened.source) if lesson is None else None
    fits = token is not None and len(token) + len(quote(opened.note or "")) <= links.MOST_CHARACTERS
    named = {"lesson": lesson.id} if lesson is not None else {"program": token} if fits else {}
    address = named | ({_ENGINE: opened.engine} if opened.engine != "built-in" else {})
    address |= {_NOTE: opened.note} if opened.note else {}
    if address != opened.address:
        opened.address = address
        st.query_params.from_dict(address)
    return links.address(st.context.url or "", **address) if named else None


def confirm(opened: Program | Opened) -> None:
    """Take it that the visitor wants to run what is opened."""
    opened.is_foreign = False


# ---- pages with a form


@dataclass
class Opened(Generic[Form]):
    """The form of a page in a session; `step`, `is_foreign` and `fault` as those of a Program.

    A foreign form stays foreign while it is edited: what is not touched is still what the link brought.
    """

    form: Form
    step: int | None = None
    is_foreign: bool = False
    fault: str | None = None


def open_form(page: str, default: Form) -> Opened[Form]:
    """Return what a page's form holds: the session's, at a first run the address's, or else the default."""
    key = f"{page}_opened"
    if key not in st.session_state:
        opened = st.session_state[key] = Opened(default, links.step_of(st.query_params))
        try:
            if "form" in st.query_params:
                opened.form = form_of(type(default), links.text_of(st.query_params["form"]))
                opened.is_foreign = opened.form != default
        except links.BrokenLink as error:
            opened.fault = f"{error} Here is an example instead."
    return st.session_state[key]


def open_pair(page: str, default: Pair) -> Opened[Pair]:
    """Return what the Jacobian page's form holds; its address may also name a program as the Program page's does."""
    output, given = (st.query_params.get(name, "") for name in ("output", "input"))
    line = links.number_of(st.query_params, "line") or 0
    return open_with_program(page, default, lambda source: Pair(source, output, given, line))


def open_with_program(page: str, default: Form, form_with: Callable[[str], Form]) -> Opened[Form]:
    """Return what a page's form holds; where its address names a program as the Program page's does, the form with that."""
    key = f"{page}_opened"
    if key not in st.session_state and any(name in st.query_params for name in _NAMES):
        address = {name: st.query_params[name] for name in _NAMES if name in st.query_params}
        with suppress(links.BrokenLink):
            source, _, is_foreign = _named(address)
            st.session_state[key] = Opened(form_with(source), is_foreign=is_foreign)
    return open_form(page, default)


def link_form(opened: Opened[Form], form: Form) -> str | None:
    """Keep a page's form and let the address hold it; return that whole, None if the form is too long."""
    token = links.token(form_text(form))
    if form != opened.form:
        opened.form, opened.step, opened.fault = form, None, None
        st.query_params.from_dict({} if token is None else {"form": token})
    return None if token is None else links.address(st.context.url or "", form=token)
