"""What is wrong in the files and options of whoever hosts a server: it is left out, and the rest goes on.

A mistake is named in the log when it is found, and on `/readyz` from then on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

_found: dict[str, None] = {}  # in the order in which they were found, each once


def add(fault: str) -> None:
    """Take note of a mistake, in a sentence for the host that names the file or option."""
    if fault not in _found:
        _found[fault] = None
        log.error("left out: %s", fault)


def found() -> tuple[str, ...]:
    """Return the mistakes that were found."""
    return tuple(_found)


@contextmanager
def left_out(place: str, *errors: type[Exception]) -> Iterator[None]:
    """Take note of what the block raises, if it is one of these errors, or of a file or value that is wrong; `place` is where."""
    try:
        yield
    except (OSError, ValueError, *errors) as error:
        add(f"{place}: {error}")
