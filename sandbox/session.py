"""One visitor's runs: so many in a minute, so that others get their turn."""

import math
import threading
import time
from collections import deque
from typing import Any

from .box import Sandbox
from .outcome import Outcome

WINDOW_SECONDS = 60.0


class Session:
    """Runs programs in `sandbox` for one visitor; what exceeds the visitor's share is answered "busy"."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._lock = threading.Lock()
        self._starts: deque[float] = deque()

    def run(self, source: str, **options: Any) -> Outcome:
        """Run a program as Sandbox.run does, with the same options."""
        with self._lock:
            wait = self._wait_seconds(time.monotonic())
        if wait > 0:
            return Outcome(status="busy", message=f"Too many runs this minute. Try again in {math.ceil(wait)} s.")
        return self._sandbox.run(source, **options)

    def _wait_seconds(self, now: float) -> float:
        """Count a run, or return how long to wait for the next one."""
        allowed = self._sandbox.capacity.runs_per_minute
        if allowed is None:
            return 0.0
        while self._starts and self._starts[0] <= now - WINDOW_SECONDS:
            self._starts.popleft()
        if len(self._starts) >= allowed:
            return self._starts[0] + WINDOW_SECONDS - now
        self._starts.append(now)
        return 0.0
