"""Autograd Studio: `streamlit run app.py`."""

import streamlit as st

from autograd_studio.web.broken_page import show_broken_page
from autograd_studio.web.frame import navigation
from autograd_studio.web.routes import ROUTES
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.server.logs import outlive
from autograd_studio.web.server.window import lifespan
from autograd_studio.web.style import STYLED

if __name__ == "__main__":  # Streamlit runs this file for each visitor,
    navigation().run()
else:  # and imports it once, as the server.
    outlive()
    app = st.App(
        __file__,
        routes=ROUTES,
        lifespan=lifespan,
        middleware=(*GUARD, *door(ROUTES), *STYLED),
        on_script_error=show_broken_page,
    )
