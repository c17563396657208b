"""Progress of a recording: one line at a terminal, which gives way to what the program prints."""

from __future__ import annotations

import io
import time
from typing import TextIO

_EVERY = 0.5  # seconds
_CLEAR = "\r\x1b[K"


class Progress:
    """A line on a screen that says how much is recorded. Nothing is written where the screen is not a terminal."""

    def __init__(self, screen: TextIO) -> None:
        self._screen = screen
        self._is_on = screen.isatty()
        self._next = time.monotonic() + _EVERY
        self._text = ""
        self._is_shown = False
        self.is_free = True  # the program is not in the middle of a line of its own

    def told(self, steps: int, operations: int) -> None:
        """Note how many training steps and operations are recorded, and show it now and then."""
        if not self._is_on or not operations:
            return
        self._text = "recorded " + counted(operations, "operation")
        if steps:
            self._text = f"recorded {counted(steps, 'training step')}, {counted(operations, 'operation')}"
        if self.is_free and time.monotonic() >= self._next:
            self._write(_CLEAR + self._text)
            self._is_shown = True
            self._next = time.monotonic() + _EVERY

    def give_way(self) -> None:
        """Remove the line, for the program prints something."""
        if self._is_shown:
            self._write(_CLEAR)
            self._is_shown = False

    def end(self) -> None:
        """Leave the last count on a line of its own, while the page is written."""
        if self._text:
            self.give_way()
            self._write(("" if self.is_free else "\n") + self._text + ": writing the page\n")

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()


class Shown(io.StringIO):
    """Output of a program that is shown while it runs, too."""

    def __init__(self, screen: TextIO, progress: Progress) -> None:
        super().__init__()
        self._screen = screen
        self._progress = progress

    def write(self, text: str) -> int:
        """Show what the program prints, in place of the progress."""
        self._progress.give_way()
        self._screen.write(text)
        self._screen.flush()
        if text:
            self._progress.is_free = text.endswith("\n")
        return super().write(text)


def counted(number: int, what: str) -> str:
    """Return how many there are of something, `1 point`, `2,000 points`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
