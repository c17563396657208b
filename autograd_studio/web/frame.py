"""The frame of every page: its name, the way to the other pages, and the server's sandbox."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from autograd_studio import sandbox

from .client_address import address

NAME = "Autograd Studio"
ICON = str(Path(__file__).parent / "icon.svg")  # icons by name would be fetched from the network

PROGRAM = "pages/program.py"
PAGES = (
    (PROGRAM, "Program"),
    ("pages/expression.py", "Expression"),
    ("pages/custom_op.py", "Custom op"),
    ("pages/jacobian.py", "Jacobian"),
    ("pages/compare.py", "Compare"),
    ("pages/practice.py", "Practice"),
    ("pages/gallery.py", "Gallery"),
    ("pages/operators.py", "Operators"),
)

LOCAL = "AUTOGRAD_STUDIO_LOCAL"

_IS_NAVIGATED = "frame_is_navigated"
_VISITOR = "frame_visitor"


def navigation() -> st.Page:
    """Set up the way between the pages and return the page to run."""
    st.session_state[_IS_NAVIGATED] = True
    pages = [st.Page(path, title=title, default=path == PROGRAM) for path, title in PAGES]
    return st.navigation(pages, position="hidden" if st.context.is_embedded else "top")


def frame(title: str, tagline: str = "") -> DeltaGenerator:
    """Begin a page and return its head, a row. Embedded into another page it has no heading."""
    if _IS_NAVIGATED not in st.session_state:
        # The address of a page was opened before app.py ever ran on this server, and Streamlit took pages/
        # for a folder of independent scripts. The navigation puts that right for all who come later.
        navigation()
        st.rerun()
    st.set_page_config(page_title=f"{title} · {NAME}", page_icon=ICON, layout="wide")
    server()
    head = st.container(
        key="embedded" if st.context.is_embedded else "head", horizontal=True, vertical_alignment="center", gap="small"
    )
    if st.context.is_embedded:
        return head
    st.logo(ICON, size="large")
    head.title(title, anchor=False, width="content")
    if tagline:
        head.caption(tagline, width="content")
    if refusal():
        st.warning(
            "Programs cannot be run on this server because its sandbox fails the self-check. You can still step "
            f"through the programs in the gallery.\n\n{refusal()}"
        )
    return head


def beside() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return the two places of a page with a form: for what is written, and for the player.

    Embedded into another page, the player is all there is, and the first place is below it.
    """
    if st.context.is_embedded:
        stage, below = st.container(), st.container()
        return below, stage
    left, right = st.container(key="beside").columns([1, 3], gap="small")
    return left.container(key="form"), right


def run_button(keys: str) -> bool:
    """Show the button that runs a program, and return whether it was pressed; `keys` are said as its help."""
    return st.button("Run", type="primary", help=keys, disabled=bool(refusal()))


@st.cache_resource(show_spinner=False)
def server() -> sandbox.Mode:
    """Set up this server's sandbox and return its mode: local only if both switch and address say so."""
    local, address = os.environ.get(LOCAL) == "1", st.get_option("server.address") or "0.0.0.0"
    mode = sandbox.configure(local=local, address=address)
    sandbox.default().prepare()
    return mode


def refusal() -> str:
    """Return why no program is run on this server, empty if programs are."""
    return sandbox.default().refusal


def visitor() -> sandbox.Visitor:
    """Return whose session this is."""
    if _VISITOR not in st.session_state:
        st.session_state[_VISITOR] = secrets.token_urlsafe(12)
    return sandbox.Visitor(st.session_state[_VISITOR], address())


def base_path() -> str:
    """Return the path below which the studio is served, `/course`; empty if that is the root."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""
