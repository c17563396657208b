"""Autograd Studio: `streamlit run app.py`."""

import streamlit as st

from autograd_studio.web.frame import navigation
from autograd_studio.web.server import nudging, prompting
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.server.window import lifespan
from autograd_studio.web.style import STYLED

if __name__ == "__main__":  # Streamlit runs this file for each visitor,
    navigation().run()
else:  # and imports it once, as the server.
    ROUTES = [*nudging.ROUTES, *prompting.ROUTES]
    app = st.App(__file__, routes=ROUTES, lifespan=lifespan, middleware=(*GUARD, *door(ROUTES), *STYLED))
