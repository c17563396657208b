"""A visitor's session, which ends soon after the connection does."""

from __future__ import annotations

import asyncio

from streamlit import runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo

from . import private

GRACE = 3.0  # seconds in which a browser that has lost its connection may go on in the same session


class Departed(MemorySessionStorage):
    """The sessions whose browser is gone, each ended after `GRACE` seconds unless its browser came back.

    Streamlit keeps 128 of them for as long as no other session ends, each with an event loop of three file
    descriptors. What matters of a session is in the browser.
    """

    def save(self, session_info: SessionInfo) -> None:
        """Keep a session that has just lost its connection; called in the server's event loop."""
        super().save(session_info)
        asyncio.get_running_loop().call_later(GRACE, self._end, session_info)

    def _end(self, session_info: SessionInfo) -> None:
        identity = session_info.session.id
        if self.get(identity) is session_info:
            runtime.get_instance().close_session(identity)


def end_with_connection() -> None:
    """Let each session of this server end when its browser is gone; called once, before the first visitor comes."""
    private.keep_sessions_in(Departed())
