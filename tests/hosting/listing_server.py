"""server.py, which also says which modules it has imported."""

import sys
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from autograd_studio.web.document import HEADED
from autograd_studio.web.routes import ROUTES
from autograd_studio.web.server import hosting
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD


async def modules(_: Request) -> JSONResponse:
    """Answer the names of the modules."""
    return JSONResponse(sorted(sys.modules))


routes = [Route("/modules", modules), *hosting.ROUTES, *ROUTES]
app = st.App(
    Path(__file__).parents[2] / "app.py",
    routes=routes,
    lifespan=hosting.lifespan,
    middleware=(*GUARD, *door(routes), *HEADED),
)
