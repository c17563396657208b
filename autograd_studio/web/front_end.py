"""The front end: one component, mounted once for all pages, which asks the routes for whatever it shows."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from ..catalogue import say
from ..version import VERSION
from .routes import immutable, tokens
from .runs import engines
from .serving import base_path, refusal, server

COMPONENT = "autograd_studio"

# A component's script is a blob, from which no relative address leads anywhere.
SCRIPT = """
export default async (component) => {
  const { mount } = await import(new URL(component.data.files.studio, location.href).href);
  mount(component);
};
"""

_VISITOR = "front_end_visitor"

_mount = st.components.v2.component(COMPONENT, html="<div></div>", js=SCRIPT, isolate_styles=False)


def mount() -> None:
    """Mount the front end, at the same place of every page, so that it outlives a change of pages."""
    _mount(key="studio", data=_config(), on_renew_change=_renew)


def _config() -> dict[str, Any]:
    """Return what the front end has to know of the server and of its visitor."""
    mode, torch = server(), engines.torch_version()
    return {
        "base": base_path(),
        "token": tokens.token(_visitor()),
        "files": immutable.paths(),
        "mode": mode,
        "refusal": refusal(),
        "engines": [{"id": one, "name": engines.name(one)} for one in engines.ENGINES if one != "torch" or torch],
        "version": VERSION,
        "install": say("web.page.install_torch") if mode == "local" and torch is None else "",
    }


def _renew() -> None:
    """Run the script again, which gives the front end a new token; that is all that it asks of Streamlit."""


def _visitor() -> str:
    """Return what tells this visitor's session from others."""
    return st.session_state.setdefault(_VISITOR, secrets.token_urlsafe(12))
