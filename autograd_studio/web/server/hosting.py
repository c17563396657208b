"""What a server for many has besides its pages: readiness, metrics, a log, an early start of the sandbox."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from anyio import CapacityLimiter, to_thread
from prometheus_client import start_http_server
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from autograd_studio import host_faults, sandbox

from .. import metrics
from ..routes import tokens
from ..serving import server
from . import logs, private, room
from .draining import drain_when_ended
from .options import METRICS_PORT
from .prepare import prepare
from .visit import end_with_connection

log = logging.getLogger(__name__)

_probing = CapacityLimiter(
    2
)  # threads that nothing else takes: who asks whether the server is ready does not wait in line


async def ready(_: Request) -> JSONResponse:
    """Answer whether programs can be run here, and if not, what fails; and what the host got wrong."""
    try:
        report = await to_thread.run_sync(sandbox.self_check, limiter=_probing)
    except (OSError, RuntimeError) as error:  # no memory, or no thread
        return JSONResponse({"ready": False, "mode": server(), "failing": f"server: {error}"}, 503)
    wrong = host_faults.found()
    document = {"ready": report.ready, "mode": report.mode, "failing": report.failing}
    document |= {"degraded": bool(wrong), "faults": wrong}
    return JSONResponse(document, 200 if report.ready else 503)


def check_layout() -> None:
    """Take note of what to install where Graphviz does not load for the process that draws."""
    answer = sandbox.call("layout", b"")
    if isinstance(answer, bytes) and answer:
        host_faults.add(answer.decode())


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Take as many visitors as the host allows, prepare for the first, and serve the metrics on a port of their own.

    That port is for the host alone, so it is none of Streamlit's.
    """
    room.raise_open_files()
    tokens.key()  # which is named now if it is too short
    end_with_connection()
    drain_when_ended()
    logs.configure()
    metrics.watch(lambda: len(private.sessions()))
    prepare()
    threading.Thread(target=check_layout, name="layout", daemon=True).start()
    if METRICS_PORT in os.environ:
        address = st.get_option("server.address") or "0.0.0.0"
        with host_faults.left_out(METRICS_PORT, OverflowError):
            start_http_server(int(os.environ[METRICS_PORT]), address)
    log.info("started", extra={"fields": {"port": st.get_option("server.port"), "faults": len(host_faults.found())}})
    yield


ROUTES = [Route("/readyz", ready)]
