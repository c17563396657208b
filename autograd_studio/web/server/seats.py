"""The sessions that are open, by address: a full server has room for a newcomer as long as another address has a crowd."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Send

from .turns import REST

FULL = 1013  # what a websocket says to be tried again later
AWAY = {"type": "websocket.close", "code": FULL, "reason": "The studio is full"}


class Party:
    """Those of one address; `tag` is that of their next entrance (turns.py)."""

    def __init__(self) -> None:
        self.seats: list[Seat] = []
        self.tag = 0.0


class Seat:
    """An open session, which can be asked to leave; `tag` is that of its next message."""

    def __init__(self, party: Party, send: Send) -> None:
        self.party = party
        self.tag = 0.0
        self._send = send
        self._taken = asyncio.Event()
        self._taken.set()
        self._leaving: asyncio.Task[None] | None = None

    async def send(self, message: Message) -> None:
        """Send what the session says, unless it has to leave."""
        if self._leaving is None:
            self._taken.clear()
            try:
                await self._send(message)
            finally:
                self._taken.set()

    async def all_taken(self) -> None:
        """Wait until the visitor has taken what it was sent."""
        while not self._taken.is_set():  # one message is often sent right after another
            await self._taken.wait()

    def give_up(self) -> None:
        """End the session."""
        self._leaving = asyncio.create_task(self._leave())

    async def _leave(self) -> None:
        with suppress(OSError, RuntimeError):  # it may be leaving by itself
            await self._send(AWAY)


class Seats:
    """At most so many; who comes when all are taken gets the latest of an address that has a crowd."""

    def __init__(self, most: int, crowd: int) -> None:
        self._most, self._crowd = most, crowd
        self._parties: dict[str, Party] = {}
        self._taken = 0

    def take(self, address: str, send: Send) -> Seat | None:
        """Return a seat for a visitor of an address, None if there is none."""
        party = self._parties.get(address, Party())
        if self._taken >= self._most and not self._has_room(len(party.seats)):
            return None
        self._parties[address] = party
        self._taken += 1
        party.seats.append(seat := Seat(party, send))
        return seat

    def _has_room(self, others: int) -> bool:
        """Make room for a visitor with so many others at the address; return whether there is some."""
        largest = max(self._parties.values(), key=lambda party: len(party.seats)).seats
        if len(largest) <= max(self._crowd, others + 1):
            return False
        self._taken -= 1
        largest.pop().give_up()
        return True

    def leave(self, address: str, seat: Seat) -> None:
        """Take a seat back."""
        seats = seat.party.seats
        if seat not in seats:
            return  # it was given up
        seats.remove(seat)
        self._taken -= 1
        if not seats:
            del self._parties[address]

    def share(self, party: Party) -> float:
        """Return how much one of a party takes of the turns: more than one, if the party is larger than a crowd."""
        return max(1.0, len(party.seats) / self._crowd)

    def entrance(self, party: Party) -> float:
        """Return how much an entrance takes of the turns: those of a crowd at once, what one who has rested has in advance."""
        return self.share(party) * REST / self._crowd
