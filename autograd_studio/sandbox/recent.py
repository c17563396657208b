"""What everybody has used within the last minute."""

from collections import OrderedDict, deque

WINDOW_SECONDS = 60.0


class Recent:
    """Amounts by who has used them, each for a minute; times are those of a clock that never jumps."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, deque[tuple[float, float]]] = (
            OrderedDict()
        )  # who has used something last comes last

    def add(self, who: str, amount: float, now: float) -> None:
        """Count an amount."""
        self._used.setdefault(who, deque()).append((now, amount))
        self._used.move_to_end(who)
        while (first := next(iter(self._used))) != who and not self._lately(first, now):
            del self._used[first]

    def total(self, who: str, now: float) -> float:
        """Return what somebody has used within the last minute."""
        return sum(amount for _, amount in self._lately(who, now))

    def wait(self, who: str, allowed: float | None, now: float) -> float:
        """Return for how long somebody who may use so much in a minute has to wait; 0 for who need not."""
        if allowed is None or self.total(who, now) < allowed:
            return 0.0
        return self._used[who][0][0] + WINDOW_SECONDS - now

    def _lately(self, who: str, now: float) -> deque[tuple[float, float]]:
        used = self._used.get(who, deque())
        while used and used[0][0] <= now - WINDOW_SECONDS:
            used.popleft()
        return used
