"""Autograd Studio: `streamlit run app.py`."""

import streamlit as st

from autograd_studio.web.document import HEADED
from autograd_studio.web.places import navigation
from autograd_studio.web.routes import ROUTES
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD
from autograd_studio.web.server.logs import outlive
from autograd_studio.web.server.window import lifespan

if __name__ == "__main__":  # Streamlit runs this file for each visitor,
    from autograd_studio.web.front_end import mount  # which is registered with the server that runs

    navigation().run()
    mount()
else:  # and imports it once, as the server.
    outlive()
    app = st.App(__file__, routes=ROUTES, lifespan=lifespan, middleware=(*GUARD, *door(ROUTES), *HEADED))
