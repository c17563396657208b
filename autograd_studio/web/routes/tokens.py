"""Tokens: what the server has granted to a visitor, as a text that any replica with the same key can read.

Nothing is kept of them. A token says who may have a program run again and until when, under a signature over these and all
of the request, which the visitor sends along.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import time
from functools import cache

import msgspec

from autograd_studio import host_faults
from autograd_studio.answering.request import Request

KEY = "AUTOGRAD_STUDIO_KEY"
KEY_CHARACTERS = 32

HOUR_SECONDS = 3600
HOURS = 12  # for which a token holds at most

_EXPIRY = re.compile("[0-9]{1,12}")  # seconds since 1970

FORGED = "The server did not grant this run: run the program again."
EXPIRED = "This page is too old: run the program again."


class Refused(Exception):
    """A token that grants nothing: `status` is that of the answer, and the message is for the visitor."""

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


def token(request: Request, visitor: str) -> str:
    """Return the token by which a visitor may have a program run again; it is the same for an hour."""
    expiry = (int(time.time()) // HOUR_SECONDS + HOURS) * HOUR_SECONDS
    return f"{visitor}.{expiry}.{_signature(request, visitor, expiry)}"


def visitor_of(token: str, request: Request) -> str:
    """Return to which visitor a program was granted.

    Raises:
        Refused: it was not, or too long ago.
    """
    visitor, _, rest = token.partition(".")
    expiry, _, signature = rest.partition(".")
    if not _EXPIRY.fullmatch(expiry):
        raise Refused(403, FORGED)
    if not hmac.compare_digest(signature.encode(), _signature(request, visitor, int(expiry)).encode()):
        raise Refused(403, FORGED)
    if time.time() >= int(expiry):
        raise Refused(410, EXPIRED)
    return visitor


def _signature(request: Request, visitor: str, expiry: int) -> str:
    return hmac.digest(key(), msgspec.json.encode([request, visitor, expiry]), "sha256").hex()
