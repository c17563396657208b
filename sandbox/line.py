"""The line in front of the sandbox: a few places, first come first served, and a bound on who may wait.

threading.Semaphore is not fair: under load some callers wait for ever while others pass them.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .cancel import Cancel, Cancelled


class Full(Exception):
    """As many wait already as may wait; `position` is the place in the line one would have had."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Line:
    """`places` callers at a time, at most `waiting` more in line, in the order of their arrival."""

    def __init__(self, places: int, waiting: int) -> None:
        self._free = places
        self._waiting = waiting
        self._tickets: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, cancel: Cancel, on_wait: Callable[[int], None] | None) -> Iterator[None]:
        """Wait for a place and hold it while the block lasts.

        `on_wait` is called in this thread with the position in the line (1: next) whenever it changes.

        Raises:
            Full: the line is full.
            Cancelled: `cancel` was set while waiting.
        """
        ticket = object()
        with self._changed:
            if not self._free and len(self._tickets) >= self._waiting:
                raise Full(len(self._tickets) + 1)
            self._tickets.append(ticket)
        try:
            with cancel.calls(self._wake):
                self._wait(ticket, cancel, on_wait)
        except BaseException:
            with self._changed:
                self._tickets.remove(ticket)
                self._changed.notify_all()
            raise
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _wait(self, ticket: object, cancel: Cancel, on_wait: Callable[[int], None] | None) -> None:
        told = None
        while True:
            with self._changed:
                while not (cancel.is_set or self._is_next(ticket) or self._tickets.index(ticket) != told):
                    self._changed.wait()
                if cancel.is_set:
                    raise Cancelled
                if self._is_next(ticket):
                    self._tickets.popleft()
                    self._free -= 1
                    self._changed.notify_all()
                    return
                told = self._tickets.index(ticket)
            if on_wait is not None:
                on_wait(told + 1)

    def _is_next(self, ticket: object) -> bool:
        return self._free > 0 and self._tickets[0] is ticket

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
