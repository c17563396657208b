"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from autograd_studio.web.server import hosting, nudging, prompting
from autograd_studio.web.server.draining import DRAINED
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.style import STYLED

app = st.App(
    "app.py",
    routes=[*hosting.ROUTES, *nudging.ROUTES, *prompting.ROUTES],
    lifespan=hosting.lifespan,
    middleware=(*GUARD, *DRAINED, *STYLED),
)
