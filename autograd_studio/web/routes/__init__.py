"""The routes beside the pages: what the browser asks for without a rerun of a page, the same hosted or not."""

from __future__ import annotations

from . import nudging, outlining, prompting

ROUTES = [*nudging.ROUTES, *prompting.ROUTES, *outlining.ROUTES]
