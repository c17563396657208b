"""The address of the page that is shown. Nothing else reads it, and what it says is foreign."""

from __future__ import annotations

import streamlit as st

from .foreign import Foreign

# All that an address can say to the pages.
NAMES = ("lesson", "program", "form", "step", "engine", "note", "output", "input", "line")


def arrived() -> dict[str, Foreign[str]]:
    """Return what the page's address says, by these names."""
    return {name: Foreign(st.query_params[name]) for name in NAMES if name in st.query_params}


def say(said: dict[str, str]) -> None:
    """Let the page's address say this and nothing else."""
    st.query_params.from_dict(said)
