"""Room for visitors: those beyond it are refused, so that the runs of those who are in find the files that they open."""

from __future__ import annotations

import sys

ENOUGH = 1 << 16  # open files: those of 10,000 visitors
LOOP = 3  # open files of a session's event loop
FILES = LOOP + 3  # those of a visitor: also the session's connection, and two by which a page is loaded
KEPT = 256  # open files that are kept for runs and for the server itself, but no more than half of all


def raise_open_files() -> None:
    """Raise the limit of open files to what the host allows at most.

    The usual limit of 1,024 is there for programs that use `select`; this server does not.
    """
    if sys.platform == "win32":
        return  # has no such limit
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, ENOUGH), most))


def room() -> int:
    """Return for how many visitors there are open files."""
    return _files() // FILES


def connections(sessions: int) -> int:
    """Return for how many connections, those of sessions included, there are open files beside the sessions' event loops."""
    return _files() - LOOP * sessions


def _files() -> int:
    """Return how many open files are for visitors."""
    if sys.platform == "win32":
        return ENOUGH
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return files - min(KEPT, files // 2)
