"""Where a program writes to: a file that swallows what exceeds its limit, and never fails for that."""

from __future__ import annotations

import io
from collections.abc import Callable


class Bounded(io.RawIOBase):
    """A file to write to that hands on what its limit leaves.

    One byte more than the limit is let through: it tells the reader that the text was cut.
    """

    def __init__(self, write: Callable[[bytes], object], limit: int) -> None:
        self._write = write
        self._left = limit + 1

    def writable(self) -> bool:
        """Return True: that is what it is for."""
        return True

    def write(self, data: memoryview) -> int:
        """Write as much of `data` as the limit leaves, and claim to have written all of it."""
        rest = bytes(data[: self._left])
        self._left -= len(rest)
        self._write(rest)
        return len(data)


def text_output(write: Callable[[bytes], object], limit: int, errors: str) -> io.TextIOWrapper:
    """Return a text file that hands on what is written, at each line, so that a crash leaves what was printed."""
    buffer = io.BufferedWriter(Bounded(write, limit))
    return io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, newline="\n", line_buffering=True)
