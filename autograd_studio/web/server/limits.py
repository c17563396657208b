"""What one who asks may take of a server's own process. A program's limits are the sandbox's (sandbox/limits.py)."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from autograd_studio import host_faults

SESSIONS = "AUTOGRAD_STUDIO_SESSIONS"


@dataclass(frozen=True)
class Limits:
    """All limits of the door, each for one process of the server.

    A session or a script of the page takes 5 ms of the processor, a known run 2, and one interpreter has one: it is at its
    end at 200 sessions or 500 runs a second.
    """

    # Sizes, in bytes.
    address: int = 16 << 10  # a link to two programs, each of 7,000 characters
    headers: int = 32 << 10  # the cookies of a course's other sites come, too
    body: int = 512 << 10  # two programs of 64 KiB, however they are escaped
    frame: int = 64 << 10  # such an address, and what the page's component has to say

    # Parts of a message. The page has one field, and names what it keeps of earlier messages, a few.
    hashes: int = 100
    fields: int = 100

    # Time, in seconds.
    request_seconds: float = 20.0  # until a request is there, its body included: 512 KiB by a slow telephone
    taken_seconds: float = 60.0  # until a part of an answer is taken

    # Messages of a connection. The page sends one when it is opened, and at most one in three seconds for a new token.
    messages: float = 1.0  # a second
    messages_at_once: int = 20

    # Scripts and new sessions of all visitors, after which they take turns; what is asked of a route takes a part of one.
    turns: float = 150.0  # a second
    turns_at_once: int = 300
    asked: float = 0.4

    # Sessions: each takes 0.2 MiB, and four open files.
    sessions: int = 1000
    crowd: int = 300  # of one address, the largest class: an address with more of them gives way to others, and shares


def _sessions() -> int:
    """Return how many sessions the host allows."""
    text = os.environ.get(SESSIONS, str(Limits.sessions))
    if text.isascii() and text.isdigit() and int(text):
        return int(text)
    host_faults.add(f"{SESSIONS} must be a positive whole number, not {text!r}")
    return Limits.sessions


HOSTED = replace(Limits(), sessions=_sessions())
# A program of one's own may have 1 MiB, of which a comparison has two, and nobody else is there.
LOCAL = replace(HOSTED, body=5 << 20)
