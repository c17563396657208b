"""Who comes next where many ask: nobody is refused, and who asks a lot waits."""

from __future__ import annotations

import asyncio
import time
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

LATE = 0.025  # seconds: five scripts at work, each of which has the interpreter for 5 ms at a time
REST = 5  # turns that one who has rested has in advance
PATIENCE = 0.05  # seconds, after which a turn is given all the same: the machine may be busy with something else


class Allowance:
    """So many things a second, and up to so many at once after a rest."""

    def __init__(self, rate: float, at_once: int) -> None:
        self._rate, self._most = rate, at_once
        self._left, self._at = float(at_once), time.monotonic()

    def take(self, count: float = 1.0) -> float:
        """Take so many, or parts of one, and return the seconds after which they are there."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._at) * self._rate, self._most) - count
        self._at = now
        return max(0.0, -self._left / self._rate)


class Taker(Protocol):
    """One who takes turns; the `tag` of the next one tells how much it has had."""

    tag: float


class Turns:
    """The turns that all visitors share.

    While there are enough, and the scripts at work leave the event loop its time, nobody waits. Otherwise the next is
    whoever has had least of late (start-time fair queuing): each who takes turns keeps a tag, by which the next turn of
    one who has had many comes later. So a visitor who asks seldom is not behind those who ask without end, however many
    these are.
    """

    def __init__(self, rate: float, at_once: int) -> None:
        self._allowance = Allowance(rate, at_once)
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._numbers = count()
        self._tag = 0.0  # of those who have had most
        self._task: asyncio.Task[None] | None = None

    async def turn(self, taker: Taker, share: float = 1.0, *beside: tuple[Taker, float], size: float = 1.0) -> None:
        """Wait for a turn, or for a part of one, its `size`; with a `share` of 2 the next one comes half as often.

        It also is a turn of those `beside` the taker, and comes no sooner than theirs does.
        """
        tag = first = self._tag - REST
        for one, part in ((taker, share), *beside):
            tag = max(tag, one.tag)
            one.tag = max(first, one.tag) + part * size  # at once, since the same may ask again meanwhile
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (tag, next(self._numbers), size, turn))
        if self._task is None:
            self._task = asyncio.create_task(self._grant())
        await turn

    async def _grant(self) -> None:
        ahead = 0.0  # what may be given before the event loop is looked at again
        while self._waiting:
            if seconds := self._allowance.take(0):  # until the turns before this one are over
                await asyncio.sleep(seconds)
            if ahead <= 0:
                await _calm()
                ahead = 1.0
            tag, _, size, turn = heappop(self._waiting)
            if not turn.done():  # who waited for it may have gone, and takes none
                self._tag = max(self._tag, tag)
                self._allowance.take(size)
                ahead -= size
                turn.set_result(None)
        self._task = None


async def _calm() -> None:
    """Wait until the event loop is on time, but not without end."""
    given_up = time.monotonic() + PATIENCE
    while (began := time.monotonic()) < given_up:
        await asyncio.sleep(0)
        if time.monotonic() - began < LATE:
            return
        await asyncio.sleep(LATE)
