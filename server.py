"""Autograd Studio for many: `streamlit run server.py`, which is app.py with readiness, metrics and a log."""

import streamlit as st

from autograd_studio.web.document import HEADED
from autograd_studio.web.routes import ROUTES
from autograd_studio.web.server import hosting, logs
from autograd_studio.web.server.door import door
from autograd_studio.web.server.draining import DRAINED
from autograd_studio.web.server.guard import GUARD

logs.outlive()
routes = [*hosting.ROUTES, *ROUTES]
app = st.App("app.py", routes=routes, lifespan=hosting.lifespan, middleware=(*GUARD, *DRAINED, *door(routes), *HEADED))
