"""Whether a child sleeps: what waits for a clock needs no processor, and keeps nobody else from one."""

import os
import time
from pathlib import Path

from .queue import Rests

LOOK_SECONDS = 0.05
TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01


class Sleep:
    """Looks at a child now and then, and tells `rests` whether it sleeps, and for how long it has computed.

    It sleeps if it waits now and has computed for less than half of the time since the last look. Where nothing can be seen of
    it, nothing is told.
    """

    def __init__(self, pid: int, rests: Rests) -> None:
        self._file = Path(f"/proc/{pid}/stat")
        self._rests = rests
        self._looked = time.monotonic()
        self._computed = 0.0

    def look(self) -> None:
        """Look, if it is time to."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        try:
            state, *fields = self._file.read_text().rpartition(") ")[2].split()
        except OSError:
            return
        computed = (int(fields[10]) + int(fields[11])) * TICK_SECONDS  # in the program, and in the kernel
        self._rests(state == "S" and computed - self._computed < (now - self._looked) / 2, computed)
        self._looked, self._computed = now, computed
