"""The line in front of the sandbox: a few places, first come first served, and a bound on who may wait.

threading.Semaphore is not fair: under load some callers wait for ever while others pass them. A place is
handed to the one who waits longest, and only that thread is woken: waking all costs more than a run.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .cancel import Cancel, Cancelled

# How often those who want to know their position look at it.
TELL_SECONDS = 0.2


class Full(Exception):
    """As many wait already as may wait; `position` is the place in the line one would have had."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Line:
    """`places` callers at a time, at most `waiting` more in line, in the order of their arrival."""

    def __init__(self, places: int, waiting: int) -> None:
        self._places = places
        self._free = places
        self._waiting = waiting
        self._tickets: deque[threading.Event] = deque()  # set when the place is handed over
        self._lock = threading.Lock()

    @property
    def running(self) -> int:
        """How many hold a place."""
        return self._places - self._free

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return len(self._tickets)

    @contextmanager
    def turn(self, cancel: Cancel, on_wait: Callable[[int], None] | None) -> Iterator[None]:
        """Wait for a place and hold it while the block lasts.

        `on_wait` is called in this thread with the position in the line (1: next, 0: its turn has come)
        whenever it has changed.

        Raises:
            Full: the line is full.
            Cancelled: `cancel` was set while waiting.
        """
        ticket = self._enter()
        if ticket is not None:
            try:
                self._wait(ticket, cancel, on_wait)
            except BaseException:
                self._give_up(ticket)
                raise
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> threading.Event | None:
        """Take a free place, or a ticket for the next one."""
        with self._lock:
            if self._free:
                self._free -= 1
                return None
            if len(self._tickets) >= self._waiting:
                raise Full(len(self._tickets) + 1)
            self._tickets.append(threading.Event())
            return self._tickets[-1]

    def _wait(self, ticket: threading.Event, cancel: Cancel, on_wait: Callable[[int], None] | None) -> None:
        told = None
        with cancel.calls(ticket.set):
            while not ticket.is_set():
                position = self._position(ticket)
                if on_wait is not None and position not in (told, 0):
                    told = position
                    on_wait(position)
                ticket.wait(None if on_wait is None else TELL_SECONDS)
            if told is not None:
                on_wait(0)
        if cancel.is_set:
            raise Cancelled

    def _position(self, ticket: threading.Event) -> int:
        """Return the position in the line, 0 for a ticket that has just been served."""
        with self._lock:
            return self._tickets.index(ticket) + 1 if ticket in self._tickets else 0

    def _give_up(self, ticket: threading.Event) -> None:
        with self._lock:
            if ticket in self._tickets:
                self._tickets.remove(ticket)
                return
        self._leave()  # the place had just been handed over

    def _leave(self) -> None:
        """Hand the place to the one who waits longest."""
        with self._lock:
            if self._tickets:
                self._tickets.popleft().set()
            else:
                self._free += 1
