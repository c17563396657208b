"""What a server for many has besides its pages: readiness, metrics, a log, an early start of the sandbox."""

from __future__ import annotations

import logging
import os
import sys
import threading
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
from . import logs, metrics
from .draining import drain_when_ended
from .visit import end_with_connection

METRICS_PORT = "AUTOGRAD_STUDIO_METRICS_PORT"
DEGRADED: list[str] = []  # what does not keep programs from running, but should be mended
ENOUGH = 1 << 16  # open files: those of 16,000 visitors

log = logging.getLogger(__name__)


async def ready(_: Request) -> JSONResponse:
    """Answer whether programs can be run here, if not, which layer of the sandbox fails, and what is not as it should be."""
    report = await run_in_threadpool(sandbox.self_check)
    document = {
        "ready": report.ready,
        "mode": report.mode,
        "failing": report.failing,
        "degraded": DEGRADED,
    }
    return JSONResponse(document, 200 if report.ready else 503)


def check_layout() -> None:
    """Note and log what to install where Graphviz does not load for the process that draws."""
    answer = sandbox.call("layout", b"")
    if isinstance(answer, bytes) and answer:
        DEGRADED.append(answer.decode())
        log.warning(DEGRADED[-1])


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Take as many visitors as the host allows, start the sandbox before the first, and the metrics on a port of their own.

    That port is for the host alone, so it is none of Streamlit's.
    """
    _raise_open_files()
    end_with_connection()
    drain_when_ended()
    logs.configure()
    metrics.watch()
    server()
    threading.Thread(target=check_layout, name="layout", daemon=True).start()
    if METRICS_PORT in os.environ:
        address = st.get_option("server.address") or "0.0.0.0"
        start_http_server(int(os.environ[METRICS_PORT]), address)
    yield


def _raise_open_files() -> None:
    """Raise the limit of open files, of which a visitor takes four, to what the host allows at most.

    The usual limit of 1,024 is there for programs that use `select`; this server does not.
    """
    if sys.platform == "win32":
        return  # has no such limit
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, ENOUGH), most))


ROUTES = [Route("/readyz", ready)]
