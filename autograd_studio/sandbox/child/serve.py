"""Answering one request in a child: read it, have a worker answer it, write the answer, end."""

import contextlib
import io
import os
import sys
from typing import NoReturn

from ..protocol import ANSWER, FAILURE, OUT_OF_MEMORY, REQUEST, STDERR, STDOUT, SUCCESS
from .workers import Worker


def work(worker: Worker, stdout_bytes: int, stderr_bytes: int, answer: int = ANSWER) -> NoReturn:
    """Answer the request on the file descriptor `answer`.

    The process ends here and without the interpreter's clean-up, which would run a program's code once more.
    """
    sys.stdin = io.StringIO()
    sys.stdout = stdout = text_output(STDOUT, stdout_bytes, "strict")
    sys.stderr = stderr = text_output(STDERR, stderr_bytes, "backslashreplace")
    code = FAILURE
    try:
        write_all(answer, worker(read_all(REQUEST)))
        code = SUCCESS
    except MemoryError:
        code = OUT_OF_MEMORY
    except BaseException as error:
        write_all(STDERR, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
    finally:
        for stream in (stdout, stderr):
            with contextlib.suppress(ValueError):  # the program has closed it
                stream.flush()
        os._exit(code)


class Pipe(io.RawIOBase):
    """A file descriptor to write to that swallows what exceeds its limit.

    One byte more than the limit is let through: it tells the reader that the text was cut.
    """

    def __init__(self, descriptor: int, limit: int) -> None:
        self._descriptor = descriptor
        self._left = limit + 1

    def writable(self) -> bool:
        """Return True: that is what it is for."""
        return True

    def write(self, data: memoryview) -> int:
        """Write as much of `data` as the limit leaves, and claim to have written all of it."""
        rest = bytes(data[: self._left])
        self._left -= len(rest)
        write_all(self._descriptor, rest)
        return len(data)


def text_output(descriptor: int, limit: int, errors: str) -> io.TextIOWrapper:
    """Return a text file on `descriptor`, flushed at each line, so that a crash leaves what was printed."""
    buffer = io.BufferedWriter(Pipe(descriptor, limit))
    return io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, newline="\n", line_buffering=True)


def read_all(descriptor: int) -> bytes:
    """Return everything up to the end of a pipe; its writer bounds it."""
    parts = []
    while part := os.read(descriptor, 1 << 16):
        parts.append(part)
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
