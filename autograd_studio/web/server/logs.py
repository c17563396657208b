"""The server's log as lines of JSON, without anything that a user wrote."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from contextlib import suppress
from typing import Any, TextIO


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object, with the `fields` it carries.

    Of an exception it writes the type and the lines of our code, not the message, which may quote a program.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["exception"] = record.exc_info[0].__name__
            line["frames"] = [f"{frame.filename}:{frame.lineno}" for frame in frames]
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


def configure() -> None:
    """Write what this process logs to stderr in that way, and what Streamlit's and uvicorn's own loggers complain of."""
    ours, others = logging.StreamHandler(), logging.StreamHandler()
    others.setLevel(logging.WARNING)  # below that are addresses, which hold programs
    for handler in (ours, others):
        handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[ours])
    for logger in list(logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger) and not logger.propagate:
            logger.handlers = [others]
