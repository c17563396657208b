"""How a child's run ended, as the server saw it: the facts, before anything is made of them."""

import signal
from dataclasses import dataclass


class Lost(Exception):
    """The zygote died or no longer answers; the run may be tried again with another one."""


class Unavailable(Exception):
    """No child can be run; the text says why, for the host."""


class Unlocked(Exception):
    """The run was to be made behind the lock only, and there is none."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What came out of a child and how it ended.

    `exit_code` is negative for a signal; `cut` says why the server ended it, if it did: "timeout", "output",
    "result" or "cancelled"; `isolated` whether it ran behind the lock.
    """

    exit_code: int
    cut: str | None
    stdout: bytes
    stderr: bytes
    answer: bytes
    isolated: bool
    wall_seconds: float
    cpu_seconds: float
    memory_bytes: int

    @property
    def way(self) -> str:
        """How it ended, in a word: "exit", "failed", the reason for which the server ended it, or the name of a signal."""
        if self.cut is not None:
            return self.cut
        if self.exit_code >= 0:
            return "failed" if self.exit_code else "exit"
        try:
            return signal.Signals(-self.exit_code).name
        except ValueError:  # one without a name
            return "signal"
