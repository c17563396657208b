"""The server's log as lines of JSON, without anything that a user wrote."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import traceback
from contextlib import suppress
from types import TracebackType
from typing import Any, TextIO

import streamlit.config
import streamlit.logger

log = logging.getLogger(__name__)

OUR_OWN = "autograd_studio"
FRAMES = 5  # the last ones of an exception
OFTEN = 5  # times in a minute that the same fault is written


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object, with the `fields` it carries.

    Of an exception it writes the type and the last lines of code, not the message, which may quote a program; of what
    other packages log, the first line without the values in it.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage() if record.name.startswith(OUR_OWN) else str(record.msg).partition("\n")[0],
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = _kind(record.exc_info[1])
            line["frames"] = _places(record.exc_info[2])
        return json.dumps(line)


class Unfailing:
    """A text stream that goes on where what is written to it cannot be kept: on a full disk, behind a closed pipe."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, or lose it."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Have what was written arrive, or lose it."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def outlive() -> None:
    """Let this process go on where its output cannot be written; called before anything is printed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, Unfailing):
            setattr(sys, name, Unfailing(stream))


class Seldom(logging.Filter):
    """Leaves out a fault that has been written often in this minute: what strangers cause must not fill a disk."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._since = 0.0
        self._counts: dict[tuple[object, ...], int] = {}
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line is to be written; it then tells how many others were not."""
        if record.levelno < logging.WARNING:
            return True
        kind, _, found = record.exc_info or (None, None, None)
        fault = record.name, record.lineno, kind, *_places(found)[-1:]
        with self._lock:
            if record.created - self._since > 60:
                self._since, self._counts = record.created, {}
            self._counts[fault] = self._counts.get(fault, 0) + 1
            if self._counts[fault] > OFTEN:
                self._left_out += 1
                return False
            if self._left_out:
                record.fields = {**getattr(record, "fields", {}), "left_out": self._left_out}
                self._left_out = 0
        return True


def _kind(error: BaseException) -> str:
    """Return the type of an exception, and what the system says if it comes from there."""
    number = error.errno if isinstance(error, OSError) else None
    return type(error).__name__ + (f": {os.strerror(number)}" if number else "")


def _places(found: TracebackType | None) -> list[str]:
    """Return the last lines of code that an exception came through, the very last at the end."""
    return [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(found, limit=-FRAMES)]


def failure(error: Exception) -> None:
    """Log that a request could not be answered: in one line, in local mode too."""
    log.error("a request failed: %s at %s", _kind(error), _places(error.__traceback__)[-1])


def configure() -> None:
    """Write what this process logs to stderr in that way, Streamlit's and uvicorn's lines included."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(Seldom())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and (logger.handlers or not logger.propagate):
            _hand_on(logger)
    streamlit.logger.setup_formatter = _hand_on  # of those that come later
    streamlit.config.set_option("logger.enableRich", False)  # which prints beside the log
    for name in ("uvicorn.access", "uvicorn.error"):  # they tell of every request
        logging.getLogger(name).setLevel(logging.WARNING)
    threading.excepthook = _thread_failed


def _hand_on(logger: logging.Logger) -> None:
    """Have what has a handler of its own, which writes whole tracebacks, written as everything else."""
    logger.handlers.clear()
    logger.propagate = True


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    log.error("a thread failed", exc_info=(failed.exc_type, failed.exc_value, failed.exc_traceback))
