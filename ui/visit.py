"""A visitor's session, which ends soon after the connection does."""

from __future__ import annotations

import asyncio

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

GRACE = 3.0  # seconds in which a browser that has lost its connection may go on in the same session


def end_with_connection() -> None:
    """Let this session end when its browser is gone.

    Streamlit keeps sessions for browsers that connect again: 128 of them, each with an event loop of three file
    descriptors, for as long as no other session ends. What matters of a session is in the browser.
    """
    _connection()


def _disconnected(session: str) -> None:
    """Called by Streamlit, in its event loop, when a session loses its connection."""
    asyncio.get_running_loop().call_later(GRACE, _close, session)


@st.cache_resource(scope="session", show_spinner=False, on_release=_disconnected)
def _connection() -> str:
    """Return the identity of the session; Streamlit releases what is cached for one when its connection ends."""
    return get_script_run_ctx().session_id


def _close(session: str) -> None:
    server = runtime.get_instance()
    if not server.is_active_session(session):
        server.close_session(session)
