"""Room for visitors: those beyond it are refused, so that the runs of those who are in find the files that they open."""

from __future__ import annotations

import sys

ENOUGH = 1 << 16  # open files: those of 16,000 visitors
FILES = 4  # open files of a visitor: the connection, and the event loop of the session
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
    if sys.platform == "win32":
        return ENOUGH // FILES
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (files - min(KEPT, files // 2)) // FILES
