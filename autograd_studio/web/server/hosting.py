"""What a server for many has besides its pages: readiness, metrics, a log, an early start of the sandbox."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from prometheus_client import start_http_server
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from autograd_studio import sandbox

from ..frame import server
from . import logs, metrics, room, tokens
from .visit import end_with_connection

METRICS_PORT = "AUTOGRAD_STUDIO_METRICS_PORT"


async def ready(_: Request) -> JSONResponse:
    """Answer whether programs can be run here, and if not, which layer of the sandbox fails or why no run can be made."""
    try:
        report = await run_in_threadpool(sandbox.self_check)
    except (OSError, RuntimeError) as error:  # no memory, or no thread
        return JSONResponse({"ready": False, "mode": server(), "failing": f"server: {error}"}, 503)
    document = {"ready": report.ready, "mode": report.mode, "failing": report.failing}
    return JSONResponse(document, 200 if report.ready else 503)


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Take as many visitors as the host allows, start the sandbox before the first, and the metrics on a port of their own.

    That port is for the host alone, so it is none of Streamlit's.
    """
    room.raise_open_files()
    tokens.key()  # which is told now if it is too short
    end_with_connection()
    logs.configure()
    metrics.watch()
    server()
    if METRICS_PORT in os.environ:
        address = st.get_option("server.address") or "0.0.0.0"
        start_http_server(int(os.environ[METRICS_PORT]), address)
    yield


ROUTES = [Route("/readyz", ready)]
