"""The line in front of the sandbox: a few places, and a bound on who may wait.

What is short need not wait for a class that trains networks: it comes first, and what is long never gets the last place. Of what
is alike each session comes in its turn, and an address as often as a class has sessions; of one turn first come, first served.

threading.Semaphore is not fair: under load some callers wait for ever while others pass them. A place is
handed to the first in line, and only that thread is woken: waking all costs more than a run.
"""

import threading
import time
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..cancel import Cancel, Cancelled
from ..length import Length
from ..recent import Recent
from ..visitor import CLASS, Visitor

# How often those who want to know their position look at it.
TELL_SECONDS = 0.2

# A run that has computed for so long counts as long, and so do all of a session that has done so lately. On a slow machine, where
# everybody's takes longer, not everybody's is long.
LONG_SECONDS = 0.5
LATELY_SECONDS = 10.0

# How many may be served, one after the other, before the one who has waited longest.
PASSED_MOST = 8

# Sessions and addresses of which a turn is known, before those are looked for whose turn is over.
MOST_KNOWN = 4096

# Told now and then whether a run is asleep, and for how many seconds it has computed.
Rests = Callable[[bool, float], None]


class Full(Exception):
    """As many wait already as may wait; `position` is the place in the line one would have had."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(eq=False)
class Ticket:
    """Somebody's wait for a place, and the place; `computed` is for how many seconds the run has computed by now.

    `wanted` is how long the run is likely to be by itself, and `length` what it counts as, for what its session has used lately.
    """

    visitor: Visitor | None
    wanted: Length
    turn: int
    number: int  # counts arrivals
    length: Length = Length.SHORT
    is_long: bool = False
    is_refused: bool = False
    is_asleep: bool = False
    computed: float = 0.0
    served: threading.Event = field(default_factory=threading.Event)  # set when the place is handed over

    @property
    def order(self) -> tuple[int, int, int]:
        """What comes first in line."""
        return self.length, self.turn, self.number


class Turns:
    """Whose turn it is: a session has one among CLASS of its address, and an address CLASS among those of a session.

    Turns count from the last time when nobody ran or waited. Who is served moves the time on, so who comes back after a pause has
    neither saved nor lost any.
    """

    def __init__(self) -> None:
        self._now = 0
        self._next: dict[tuple[str, str], int] = {}

    def take(self, visitor: Visitor | None) -> int:
        """Return the turn of somebody who comes now: their session's or their address's, whichever is later."""
        turn = self._now
        for who, step in _shares(visitor).items():
            own = max(self._now, self._next.get(who, 0))
            self._next[who] = own + step
            turn = max(turn, own)
        return turn

    def give_back(self, visitor: Visitor | None) -> None:
        """Take back a turn of somebody who has left the line."""
        for who, step in _shares(visitor).items():
            if who in self._next:
                self._next[who] -= step

    def serve(self, turn: int) -> None:
        """Go on to the turn of who is served."""
        self._now = max(self._now, turn)
        if len(self._next) > MOST_KNOWN:
            self._next = {who: following for who, following in self._next.items() if following > self._now}

    def begin(self) -> None:
        """Forget all: nobody waits for a turn."""
        self._now = 0
        self._next.clear()


def _shares(visitor: Visitor | None) -> dict[tuple[str, str], int]:
    """Return how much later the next turn is, by whose it is."""
    return {} if visitor is None else {("session", visitor.session): CLASS, ("address", visitor.address): 1}


class Queue:
    """`places` callers at a time that compute, `asleep` more that do not, and at most `waiting` in line.

    Of several places those that take long have all but one.
    """

    def __init__(self, places: int, waiting: int, asleep: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self._places = places
        self._long_places = max(1, places - 1)
        self._waiting = waiting
        self._asleep = asleep
        self._clock = clock
        self._tickets: list[Ticket] = []  # of those who wait, the first in line first
        self._holders: set[Ticket] = set()
        self._turns = Turns()
        self._used = Recent(LATELY_SECONDS)  # seconds, by session
        self._used_from = Recent(LATELY_SECONDS)  # and by address
        self._runs_from = Recent(LATELY_SECONDS)  # in how many runs
        self._arrived = 0
        self._passed = 0  # how often in a row the one who has waited longest was not served
        self._lock = threading.Lock()

    @property
    def running(self) -> int:
        """How many run, asleep or not."""
        return len(self._holders)

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._tickets)

    @contextmanager
    def turn(
        self,
        cancel: Cancel,
        on_wait: Callable[[int], None] | None,
        length: Length = Length.SHORT,
        visitor: Visitor | None = None,
    ) -> Iterator[Ticket]:
        """Wait for a place and hold it while the block lasts; `length` is how long that is likely to be.

        `on_wait` is called in this thread with the position in the line (1: next, 0: its turn has come)
        whenever it has changed. The block gets its ticket, by which `rests` is told how the run goes.

        Raises:
            Full: the line is full, from the beginning or since somebody came who goes before.
            Cancelled: `cancel` was set while waiting.
        """
        ticket = self.enter(length, visitor)
        try:
            self._wait(ticket, cancel, on_wait)
        except BaseException:
            self.leave(ticket)
            raise
        try:
            yield ticket
        finally:
            self.leave(ticket)

    def enter(self, length: Length, visitor: Visitor | None) -> Ticket:
        """Return a ticket, which is served at once if a place is free; the last one of a line that is full is refused."""
        with self._lock:
            ticket = self._ticket(length, visitor)
            insort(self._tickets, ticket, key=lambda one: one.order)
            self._hand_over()
            if len(self._tickets) > self._waiting:
                last = self._tickets.pop()
                self._turns.give_back(last.visitor)
                last.is_refused = True
                last.served.set()
        return ticket

    def rests(self, ticket: Ticket, is_asleep: bool, computed: float) -> None:
        """Give up the place of what has fallen asleep, if one more may be; hold it again for what has woken."""
        with self._lock:
            ticket.computed = computed
            if is_asleep == ticket.is_asleep:
                return
            if is_asleep and sum(one.is_asleep for one in self._holders) >= self._asleep:
                return
            ticket.is_asleep = is_asleep
            self._hand_over()

    def leave(self, ticket: Ticket) -> None:
        """Give up a place, or to wait for one."""
        with self._lock:
            if ticket in self._holders:
                self._holders.remove(ticket)
                self._count(ticket)
                self._hand_over()
            elif ticket in self._tickets:
                self._tickets.remove(ticket)
                self._turns.give_back(ticket.visitor)
            if not self._holders and not self._tickets:
                self._turns.begin()

    def _ticket(self, length: Length, visitor: Visitor | None) -> Ticket:
        self._arrived += 1
        ticket = Ticket(visitor, length, self._turns.take(visitor), self._arrived)
        self._weigh(ticket, 0.0 if visitor is None else self._usual(visitor.address))
        return ticket

    def _weigh(self, ticket: Ticket, usual: float) -> None:
        """Say what a run counts as, by what its session has computed lately, or, if it has not, by what is usual at its address.

        So a new session for each run is worth no more than an old one, and what the others of a class do tells of nobody.
        """
        own = 0.0 if ticket.visitor is None else self._used.total(ticket.visitor.session, self._clock())
        is_heavy = (own or usual) > LONG_SECONDS
        ticket.length = max(ticket.wanted, Length.MEDIUM) if is_heavy else ticket.wanted
        ticket.is_long = is_heavy or ticket.wanted == Length.LONG

    def _usual(self, address: str) -> float:
        """Return for how many seconds a run of an address has computed lately, on the average."""
        now = self._clock()
        runs = self._runs_from.total(address, now)
        return self._used_from.total(address, now) / runs if runs else 0.0

    def _count(self, ticket: Ticket) -> None:
        """Count what a run that is over has computed, which may change what others of its address count as."""
        if ticket.visitor is None:
            return
        now, address = self._clock(), ticket.visitor.address
        self._used.add(ticket.visitor.session, ticket.computed, now)
        self._used_from.add(address, ticket.computed, now)
        self._runs_from.add(address, 1, now)
        usual = self._usual(address)
        for other in self._tickets:
            if other.visitor is not None and other.visitor.address == address:
                self._weigh(other, usual)
        self._tickets.sort(key=lambda one: one.order)

    def _hand_over(self) -> None:
        """Hand the places that are free to those whose turn it is."""
        while (following := self._following()) is not None:
            self._tickets.remove(following)
            self._turns.serve(following.turn)
            self._holders.add(following)
            following.served.set()

    def _following(self) -> Ticket | None:
        """Return the first in line who may have a place; now and then the one of these who has waited longest."""
        computing = [one for one in self._holders if not one.is_asleep]
        if len(computing) >= self._places:
            return None
        is_for_long = sum(one.is_long or one.computed > LONG_SECONDS for one in computing) < self._long_places
        may = [one for one in self._tickets if is_for_long or not one.is_long]
        if not may:
            return None
        oldest = min(may, key=lambda one: one.number)
        self._passed = 0 if may[0] is oldest else self._passed + 1
        if self._passed <= PASSED_MOST:
            return may[0]
        self._passed = 0
        return oldest

    def _wait(self, ticket: Ticket, cancel: Cancel, on_wait: Callable[[int], None] | None) -> None:
        told = None
        with cancel.calls(ticket.served.set):
            while not ticket.served.is_set():
                position = self._position(ticket)
                if on_wait is not None and position not in (told, 0):
                    told = position
                    on_wait(position)
                ticket.served.wait(None if on_wait is None else TELL_SECONDS)
            if told is not None and not ticket.is_refused:
                on_wait(0)
        if ticket.is_refused:
            raise Full(self._waiting + 1)
        if cancel.is_set:
            raise Cancelled

    def _position(self, ticket: Ticket) -> int:
        """Return the position in the line, 0 for a ticket that has just been served."""
        with self._lock:
            return self._tickets.index(ticket) + 1 if ticket in self._tickets else 0
