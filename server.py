"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from ui import hosting, nudging, prompting
from ui.guard import GUARD
from ui.style import STYLED

app = st.App(
    "app.py",
    routes=[*hosting.ROUTES, *nudging.ROUTES, *prompting.ROUTES],
    lifespan=hosting.lifespan,
    middleware=(*GUARD, *STYLED),
)
