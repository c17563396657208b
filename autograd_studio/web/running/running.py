"""Running a program from a page: at once if its run is known, else in the sandbox, with a way to cancel."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from autograd_studio.answering.request import Request

from ..frame import visitor
from ..server.visit import TICKET
from .job import Ticket
from .runs import Run, run
from .shelf import Shelf

PATIENCE = 0.3  # seconds after which a visitor is told that it takes a while
TICK = 0.2
ASK_EVERY = 0.5  # seconds until the page asks again for a run whose beginning it shows


@st.cache_resource(show_spinner=False)
def _shelf() -> Shelf:
    return Shelf()


def run_or_start(request: Request, *, page: str) -> Run | None:
    """Return the run of a program; None if it takes longer than a visitor waits without being told.

    It is the page's last one, one on the shelf, or a new one. If that is to be `locked` and cannot be, its status is
    "unlocked". With the `part` "beginning" it may be that of the program's first iterations, which `complete` is for.
    """
    before = last(page)
    same = request.source, request.engine
    is_same = before is not None and (before.request.source, before.request.engine) == same
    if is_same and (request.locked or before.outcome.status != "unlocked"):
        return before
    found = _shelf().get(request)
    if found is not None:
        return found
    return _kept(page, _ticket(request).wait(PATIENCE))


def last(page: str) -> Run | None:
    """Return a page's last run, None if it has none or was told to forget it."""
    return st.session_state.get(f"{page}_run")


def forget(page: str) -> None:
    """Forget a page's last run, so that a program that was cancelled or stopped is tried again."""
    st.session_state.pop(f"{page}_run", None)


def run_now(request: Request, *, page: str, place: DeltaGenerator) -> NoReturn:
    """Wait for a run that takes longer, and rerun the page, which then knows it.

    What is said in the meantime is written into `place`, an `st.empty()`.
    """
    _kept(page, _watched(_ticket(request), place))
    st.rerun()


def complete(run: Run, request: Request, *, page: str, place: DeltaGenerator) -> None:
    """Have the whole run of a program made whose beginning is shown as `run`, or another part of it, and rerun the page once
    it is known.

    The page is finished meanwhile, unlike with `run_now`: what is shown can be stepped through, and the player says that
    more follows.
    """
    with place.container(key="completing"):
        part = "all" if run.outcome.is_whole else "rest"
        _completed(run, page, _ticket(replace(request, part=part)))


@st.fragment(run_every=ASK_EVERY)
def _completed(before: Run, page: str, ticket: Ticket) -> None:
    whole = ticket.wait(0)
    if whole is not None:
        _kept(page, whole.after(before))
        st.rerun()


def _ticket(request: Request) -> Ticket:
    """Return this visitor's wait for the run of a program; a wait for another one is given up."""
    before, ticket = st.session_state.get(TICKET, (None, None))
    if ticket is not None and before != request:
        ticket.leave()
        ticket.wait()
        ticket = None
    if ticket is None:
        ticket = _shelf().start(request, partial(run, visitor=visitor()))
        st.session_state[TICKET] = request, ticket
    return ticket


def _kept(page: str, found: Run | None) -> Run | None:
    """Keep a run that is over as the page's last one."""
    if found is not None:
        del st.session_state[TICKET]
        st.session_state[f"{page}_run"] = found
    return found


def _watched(ticket: Ticket, place: DeltaGenerator) -> Run:
    """Wait for a run and tell how it goes.

    Each of Streamlit's calls here is where a click or a closed tab interrupts the script. After a click the
    page runs again and finds the ticket in the session; a visitor who has gone does not come back for it.
    """
    with place.container(key="running", horizontal=True, vertical_alignment="center"):
        words = st.empty()
        st.button("Cancel", key="running_cancel", on_click=ticket.leave)
    try:
        while (found := ticket.wait(TICK)) is None:
            words.text(_words(ticket))
    except StopException:
        ticket.leave()
        raise
    return found


def _words(ticket: Ticket) -> str:
    if ticket.has_left:
        return "Cancelling…"
    if ticket.job.position:
        return f"The server is busy: you are number {ticket.job.position} in line."
    return f"Running… {time.monotonic() - ticket.job.started:.0f} s"
