"""What a studio of one's own does when it starts: it prepares itself, and opens the browser window as Streamlit does for a
plain script.
"""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

from .prepare import prepare
from .visit import end_with_connection


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Prepare the server, say where it is, and open the window unless there is no screen."""
    end_with_connection()
    prepare()
    address = f"http://{st.get_option('server.address') or 'localhost'}:{st.get_option('server.port')}/"
    print(f"Autograd Studio is at {address}", flush=True)
    if not st.get_option("server.headless"):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    yield
