"""What the server takes of Streamlit that is no part of its interface, so that a new version can break it."""

from __future__ import annotations

from starlette.websockets import WebSocket
from streamlit import runtime
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session
from streamlit.runtime.session_manager import ActiveSessionInfo, SessionStorage

# Written with this version; the names themselves are checked by tests/web/test_private.py.
TRIED = "1.67.0"


def sessions() -> list[ActiveSessionInfo]:
    """Return the sessions that are connected."""
    return runtime.get_instance()._session_mgr.list_active_sessions()


def keep_sessions_in(storage: SessionStorage) -> None:
    """Have the sessions whose connection has ended kept there; before the first visitor comes."""
    # Streamlit lets an app choose for how long sessions are kept, but drops them only when another one ends.
    runtime.get_instance()._session_mgr._session_storage = storage


def has_sent_all(connected: ActiveSessionInfo) -> bool:
    """Return whether a session has nothing left that its browser is to get."""
    return connected.session._browser_queue.is_empty() and connected.client._send_queue.empty()


def socket(connected: ActiveSessionInfo) -> WebSocket:
    """Return the connection of a session."""
    return connected.client._websocket


def greet() -> None:
    """Make of the options what Streamlit sends to each visitor first; what it cannot make, it raises."""
    message = NewSession()
    app_session._populate_config_msg(message.config)
    theme = message.custom_theme
    parts = {"": theme, ".light": theme.light, ".dark": theme.dark, ".sidebar": theme.sidebar}
    for name, part in parts.items():
        app_session._populate_theme_msg(part, f"theme{name}")
