"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from autograd_studio.web.server import hosting, nudging, prompting
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.style import STYLED

ROUTES = [*hosting.ROUTES, *nudging.ROUTES, *prompting.ROUTES]
app = st.App("app.py", routes=ROUTES, lifespan=hosting.lifespan, middleware=(*GUARD, *door(ROUTES), *STYLED))
