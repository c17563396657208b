"""The routes beside the pages: all that the front end asks of the server, the same hosted or not."""

from __future__ import annotations

from . import asking, checking, comparing, immutable, nudging, opening, outlining, running, saving

_ASKED = (running, nudging, asking, outlining, checking, comparing, opening, saving, immutable)
ROUTES = [route for module in _ASKED for route in module.ROUTES]
