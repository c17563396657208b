"""Answering one request in a child: read it, have a worker answer it, write the answer, end."""

import contextlib
import io
import os
import sys
from functools import partial
from typing import NoReturn

from autograd_studio.answering.output import text_output

from ..protocol import ANSWER, FAILURE, OUT_OF_MEMORY, REQUEST, STDERR, STDOUT, SUCCESS
from .workers import Worker


def work(worker: Worker, stdout_bytes: int, stderr_bytes: int, answer: int = ANSWER) -> NoReturn:
    """Answer the request on the file descriptor `answer`.

    The process ends here and without the interpreter's clean-up, which would run a program's code once more.
    """
    sys.stdin = io.StringIO()
    sys.stdout = stdout = text_output(partial(write_all, STDOUT), stdout_bytes, "strict")
    sys.stderr = stderr = text_output(partial(write_all, STDERR), stderr_bytes, "backslashreplace")
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
