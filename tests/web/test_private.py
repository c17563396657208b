"""What the server takes of Streamlit beyond its interface is there, in one file, and the test says which version broke it."""

import ast
import inspect
import re
from pathlib import Path

import pytest
import streamlit
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

from autograd_studio.web.server import private

ROOT = Path(__file__).parents[2]

# Each private name, and where it is defined: the source in which it has to be set.
NAMES = {
    "_session_mgr": Runtime,
    "_session_storage": WebsocketSessionManager,
    "_browser_queue": AppSession,
    "_send_queue": StarletteSessionClient,
    "_websocket": StarletteSessionClient,
    "_populate_config_msg": app_session,
    "_populate_theme_msg": app_session,
}


@pytest.mark.parametrize("name", NAMES)
def test_streamlit_still_has(name):
    home = NAMES[name]
    is_there = re.search(rf"(self\.|def ){name}\b", inspect.getsource(home))
    assert is_there, (
        f"Streamlit {streamlit.__version__} has no {home.__name__}.{name}; {private.TRIED} had it (private.py)"
    )


def used(path):
    """Return the names with an underscore that a file takes of other objects than its own."""
    found = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Attribute))
    return {one.attr for one in found if one.attr.startswith("_") and not one.attr.startswith("__")}


def test_they_are_all_that_is_used_and_used_in_one_file():
    here = Path(private.__file__)
    assert used(here) == NAMES.keys()
    others = [
        *(ROOT / "autograd_studio").rglob("*.py"),
        *(ROOT / "pages").glob("*.py"),
        ROOT / "app.py",
        ROOT / "server.py",
    ]
    assert [path for path in others if path != here and used(path) & NAMES.keys()] == []
