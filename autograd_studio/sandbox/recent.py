"""What everybody has used lately."""

from collections import OrderedDict, deque

MINUTE = 60.0  # seconds


class Recent:
    """Amounts by who has used them, each for so many seconds; times are those of a clock that never jumps."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        # Who has used something last comes last.
        self._used: OrderedDict[str, deque[tuple[float, float]]] = OrderedDict()

    def add(self, who: str, amount: float, now: float) -> None:
        """Count an amount."""
        self._used.setdefault(who, deque()).append((now, amount))
        self._used.move_to_end(who)
        while (first := next(iter(self._used))) != who and not self._lately(first, now):
            del self._used[first]

    def total(self, who: str, now: float) -> float:
        """Return what somebody has used lately."""
        return sum(amount for _, amount in self._lately(who, now))

    def wait(self, who: str, allowed: float | None, now: float) -> float:
        """Return for how long somebody who may use so much has to wait; 0 for who need not."""
        if allowed is None or self.total(who, now) < allowed:
            return 0.0
        return self._used[who][0][0] + self._seconds - now

    def _lately(self, who: str, now: float) -> deque[tuple[float, float]]:
        used = self._used.get(who, deque())
        while used and used[0][0] <= now - self._seconds:
            used.popleft()
        return used
