"""Autograd Studio: `streamlit run app.py`."""

import streamlit as st

from ui import nudging, prompting
from ui.frame import navigation
from ui.guard import GUARD
from ui.style import STYLED
from ui.window import lifespan

if __name__ == "__main__":  # Streamlit runs this file for each visitor,
    navigation().run()
else:  # and imports it once, as the server.
    app = st.App(__file__, routes=[*nudging.ROUTES, *prompting.ROUTES], lifespan=lifespan, middleware=(*GUARD, *STYLED))
