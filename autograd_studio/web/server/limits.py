"""What one who asks may take of a server's own process. A program's limits are the sandbox's (sandbox/limits.py)."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from autograd_studio import host_faults

SESSIONS = "AUTOGRAD_STUDIO_SESSIONS"


@dataclass(frozen=True)
class Limits:
    """All limits of the door, each for one process of the server.

    A script of a page takes 15 ms of the processor, and one interpreter has one: it is at its end at 60 a second.
    """

    # Sizes, in bytes.
    address: int = 16 << 10  # a link to two programs, each of 7,000 characters
    headers: int = 32 << 10  # the cookies of a course's other sites come, too
    body: int = 512 << 10  # a program of 64 KiB, however it is escaped
    frame: int = 512 << 10  # two such programs, and the values of a page's fields

    # Parts of a message. The front end names what it keeps of earlier messages, a few hundred; a page has some dozens of fields.
    hashes: int = 1000
    fields: int = 1000

    # Time, in seconds.
    request_seconds: float = 20.0  # until a request is there, its body included: 512 KiB by a slow telephone
    taken_seconds: float = 60.0  # until a part of an answer is taken

    # Messages of a connection. A slider sends five a second while it is dragged.
    messages: float = 5.0  # a second
    messages_at_once: int = 60

    # Scripts and new sessions of all visitors, after which they take turns.
    turns: float = 60.0  # a second
    turns_at_once: int = 120

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
# A program of one's own may have 1 MiB, and nobody else is there.
LOCAL = replace(HOSTED, body=4 << 20, frame=4 << 20)
