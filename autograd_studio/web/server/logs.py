"""The server's log as lines of JSON, without anything that a user wrote."""

from __future__ import annotations

import json
import logging
import traceback


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


def configure() -> None:
    """Write what this process logs to stderr in that way."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
