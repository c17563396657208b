"""All routes beside the pages that a studio has, hosted or not."""

from __future__ import annotations

from . import nudging, outlining, prompting

ROUTES = [*nudging.ROUTES, *prompting.ROUTES, *outlining.ROUTES]
