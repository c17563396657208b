"""Those who ask the routes: visitors, and addresses, each with turns of its own."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 60.0  # seconds after which one who has asked nothing is as one who never has


class Asker:
    """A visitor, or all of an address; `tag` is that of the next turn (turns.py)."""

    def __init__(self) -> None:
        self.tag = 0.0
        self.asked = 0.0


class Askers:
    """Who has asked of late."""

    def __init__(self) -> None:
        self._askers: OrderedDict[tuple[str, ...], Asker] = OrderedDict()  # the latest last

    def find(self, *who: str) -> Asker:
        """Return the asker of an address, or of an address and a visitor there; forget those who have asked nothing for long."""
        now = time.monotonic()
        while self._askers and next(iter(self._askers.values())).asked < now - REMEMBERED:
            self._askers.popitem(last=False)
        asker = self._askers.setdefault(who, Asker())
        asker.asked = now
        self._askers.move_to_end(who)
        return asker
