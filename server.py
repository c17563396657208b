"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from autograd_studio.web.broken_page import show_broken_page
from autograd_studio.web.server import hosting, logs, nudging, prompting
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.style import STYLED

logs.outlive()
app = st.App(
    "app.py",
    routes=[*hosting.ROUTES, *nudging.ROUTES, *prompting.ROUTES],
    lifespan=hosting.lifespan,
    middleware=(*GUARD, *STYLED),
    on_script_error=show_broken_page,
)
