"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from ui.guard import GUARD
from ui.hosting import ROUTES, lifespan
from ui.style import STYLED

app = st.App("app.py", routes=ROUTES, lifespan=lifespan, middleware=(*GUARD, *STYLED))
