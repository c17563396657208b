"""The line in front of the sandbox: a few places, and a bound on who may wait. Of equal length, first come first served.

What is short need not wait for a class that trains networks: it comes first, and what is long never gets the last place.

threading.Semaphore is not fair: under load some callers wait for ever while others pass them. A place is
handed to the first in line, and only that thread is woken: waking all costs more than a run.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..cancel import Cancel, Cancelled
from ..length import Length

# How often those who want to know their position look at it.
TELL_SECONDS = 0.2


class Full(Exception):
    """As many wait already as may wait; `position` is the place in the line one would have had."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(eq=False)
class _Ticket:
    length: Length
    served: threading.Event = field(default_factory=threading.Event)  # set when the place is handed over

    @property
    def is_long(self) -> bool:
        return self.length == Length.LONG


class Queue:
    """`places` callers at a time, at most `waiting` more in line: the short ones first, then in the order of their arrival.

    Of several places those that take long have all but one.
    """

    def __init__(self, places: int, waiting: int) -> None:
        self._places = places
        self._free = places
        self._free_for_long = max(1, places - 1)
        self._waiting = waiting
        self._tickets: deque[_Ticket] = deque()
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
    def turn(
        self, cancel: Cancel, on_wait: Callable[[int], None] | None, length: Length = Length.SHORT
    ) -> Iterator[None]:
        """Wait for a place and hold it while the block lasts; `length` is how long that is likely to be.

        `on_wait` is called in this thread with the position in the line (1: next, 0: its turn has come)
        whenever it has changed.

        Raises:
            Full: the line is full.
            Cancelled: `cancel` was set while waiting.
        """
        ticket = self._enter(length)
        if not ticket.served.is_set():
            try:
                self._wait(ticket, cancel, on_wait)
            except BaseException:
                self._give_up(ticket)
                raise
        try:
            yield
        finally:
            self._leave(ticket)

    def _enter(self, length: Length) -> _Ticket:
        """Return a ticket, which is served at once if a place is free."""
        ticket = _Ticket(length)
        with self._lock:
            if self._may_have_place(ticket):
                self._serve(ticket)
            elif len(self._tickets) >= self._waiting:
                raise Full(len(self._tickets) + 1)
            else:
                self._tickets.insert(sum(other.length <= length for other in self._tickets), ticket)
        return ticket

    def _may_have_place(self, ticket: _Ticket) -> bool:
        return self._free > 0 and (self._free_for_long > 0 or not ticket.is_long)

    def _serve(self, ticket: _Ticket) -> None:
        self._free -= 1
        self._free_for_long -= ticket.is_long
        ticket.served.set()

    def _wait(self, ticket: _Ticket, cancel: Cancel, on_wait: Callable[[int], None] | None) -> None:
        told = None
        with cancel.calls(ticket.served.set):
            while not ticket.served.is_set():
                position = self._position(ticket)
                if on_wait is not None and position not in (told, 0):
                    told = position
                    on_wait(position)
                ticket.served.wait(None if on_wait is None else TELL_SECONDS)
            if told is not None:
                on_wait(0)
        if cancel.is_set:
            raise Cancelled

    def _position(self, ticket: _Ticket) -> int:
        """Return the position in the line, 0 for a ticket that has just been served."""
        with self._lock:
            return self._tickets.index(ticket) + 1 if ticket in self._tickets else 0

    def _give_up(self, ticket: _Ticket) -> None:
        with self._lock:
            if ticket in self._tickets:
                self._tickets.remove(ticket)
                return
        self._leave(ticket)  # the place had just been handed over

    def _leave(self, ticket: _Ticket) -> None:
        """Hand the place to the first in line who may have it."""
        with self._lock:
            self._free += 1
            self._free_for_long += ticket.is_long
            following = next(filter(self._may_have_place, self._tickets), None)
            if following is not None:
                self._tickets.remove(following)
                self._serve(following)
