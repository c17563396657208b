"""Whether runs come about here: what the last ones say, and where there were none, a run to try it."""

import threading
import time
from collections.abc import Callable

FAILURES = 3  # runs in a row that could not be made, after which no more is tried for BLAMED_SECONDS
BLAMED_SECONDS = 10.0
KNOWN_SECONDS = 5.0  # for which one run says that others work, too


class Health:
    """What is known of a sandbox's runs; `probe` makes one."""

    def __init__(self, probe: Callable[[], object]) -> None:
        self._probe = probe
        self._probing = threading.Lock()
        self._worked: float | None = None
        self._failed: float | None = None
        self._failures = 0
        self._why = ""

    def works(self) -> None:
        """Note that a run was made, whatever came of it."""
        self._worked, self._failures = time.monotonic(), 0

    def fails(self, why: str) -> None:
        """Note that none could be made, for a reason that is not the program's."""
        self._why, self._failed = why, time.monotonic()
        self._failures += 1

    def fault(self) -> str:
        """Return why runs cannot be made, empty if they can."""
        with self._probing:
            if not self._failures and _is_within(KNOWN_SECONDS, self._worked):
                return ""
            if self._failures < FAILURES or not _is_within(BLAMED_SECONDS, self._failed):
                self._probe()
            return self._why if self._failures else ""


def _is_within(seconds: float, then: float | None) -> bool:
    return then is not None and time.monotonic() - then < seconds
