"""Tokens: who a visitor is, and until when, as a text that any replica with the same key can read.

Nothing is kept of them. A page gets one, and sends it along with whatever it asks of the routes; who has no page has no token.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import time
from functools import cache

from autograd_studio import host_faults

from ...catalogue import say

KEY = "AUTOGRAD_STUDIO_KEY"
KEY_CHARACTERS = 32

HOUR_SECONDS = 3600
HOURS = 12  # for which a token holds at most

_EXPIRY = re.compile("[0-9]{1,12}")  # seconds since 1970


class Refused(Exception):
    """A token that says nothing: `status` is that of the answer, and the message is for the visitor."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@cache
def key() -> bytes:
    """Return the key that the host has set for all replicas, or else one that is made now and ends with this process."""
    text = os.environ.get(KEY, "")
    if 0 < len(text) < KEY_CHARACTERS:
        host_faults.add(f"{KEY} must have {KEY_CHARACTERS} characters or more, such as `openssl rand -hex 32` prints")
    return text.encode() if len(text) >= KEY_CHARACTERS else secrets.token_bytes(32)


def token(visitor: str) -> str:
    """Return the token of a visitor; it is the same for an hour."""
    expiry = (int(time.time()) // HOUR_SECONDS + HOURS) * HOUR_SECONDS
    return f"{visitor}.{expiry}.{_signature(visitor, expiry)}"


def visitor_of(token: str) -> str:
    """Return whose token it is.

    Raises:
        Refused: it is nobody's, or too old.
    """
    visitor, _, rest = token.partition(".")
    expiry, _, signature = rest.partition(".")
    if not _EXPIRY.fullmatch(expiry):
        raise Refused(403, say("web.route.forged"))
    if not hmac.compare_digest(signature.encode(), _signature(visitor, int(expiry)).encode()):
        raise Refused(403, say("web.route.forged"))
    if time.time() >= int(expiry):
        raise Refused(410, say("web.route.expired"))
    return visitor


def _signature(visitor: str, expiry: int) -> str:
    return hmac.digest(key(), f"{visitor}.{expiry}".encode(), "sha256").hex()
