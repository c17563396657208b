"""The places of the studio: each has a page, by whose address it is opened, and is shown by the front end."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ..catalogue import say

NAME = say("web.page.name")
ICON = str(Path(__file__).parent / "icon.svg")  # icons by name would be fetched from the network

DEFAULT = "program"
_NAMES = (DEFAULT, "expression", "custom_op", "jacobian", "compare", "practice", "gallery", "operators")
PLACES = {name: say(f"web.place.{name}") for name in _NAMES}  # with the titles that their tabs have

_IS_NAVIGATED = "places_is_navigated"


def navigation() -> st.Page:
    """Let each place have its address, and return the page to run."""
    st.session_state[_IS_NAVIGATED] = True
    pages = [st.Page(f"pages/{name}.py", title=title, default=name == DEFAULT) for name, title in PLACES.items()]
    return st.navigation(pages, position="hidden")


def place(name: str) -> None:
    """Say which place a page is; what it shows is the front end's (app.py)."""
    if not st.session_state.pop(_IS_NAVIGATED, False):
        # The address of a page was opened before app.py ever ran on this server, and Streamlit took pages/
        # for a folder of independent scripts. The navigation puts that right for all who come later.
        navigation()
        st.rerun()
    st.set_page_config(page_title=f"{PLACES[name]} · {NAME}", page_icon=ICON, layout="wide")
