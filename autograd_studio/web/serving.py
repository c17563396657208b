"""How this server serves: in which mode, below which path, and whether it runs programs."""

from __future__ import annotations

import os

import streamlit as st

from autograd_studio import sandbox

LOCAL = "AUTOGRAD_STUDIO_LOCAL"


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


def base_path() -> str:
    """Return the path below which the studio is served, `/course`; empty if that is the root."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""
