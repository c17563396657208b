"""What one run may use, and how a reader writes that. Every preset but the first is the sandbox's (sandbox/limits.py)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..catalogue import say

KIB = 1 << 10
MIB = 1 << 20


class Settings:
    """Values with names."""

    def in_words(self) -> dict[str, str]:
        """Return each value by name as a reader writes it: "64 KiB", "4 s", "20", "no limit"."""
        return {field.name: _in_words(field.name, getattr(self, field.name)) for field in fields(self)}


def _in_words(name: str, value: float | None) -> str:
    if value is None:
        return say("sandbox.limit.none")
    if "seconds" in name:
        return f"{value:g} s"
    if "bytes" in name:
        return f"{value / MIB:g} MiB" if value >= MIB else f"{value / KIB:g} KiB"
    return str(value)


@dataclass(frozen=True, kw_only=True)
class Limits(Settings):
    """What one run may use.

    Wall and CPU time have a soft limit, at which the program is stopped and its Trace so far is kept, and a
    hard one `grace_seconds` later, at which the kernel kills the process.
    """

    source_bytes: int
    wall_seconds: float
    cpu_seconds: float
    grace_seconds: float
    memory_bytes: int  # on top of what the freshly forked process already maps
    stdout_bytes: int
    stderr_bytes: int
    result_bytes: int

    @property
    def hard_seconds(self) -> float:
        """The wall-clock time after which the process is killed."""
        return self.wall_seconds + self.grace_seconds


# Of a program that a stranger may have written, and of one that runs in a page.
HOSTED = Limits(
    source_bytes=64 * KIB,
    wall_seconds=4.0,
    cpu_seconds=2.0,
    grace_seconds=2.0,  # after a loop of two seconds, the Trace takes up to one more
    memory_bytes=256 * MIB,
    stdout_bytes=256 * KIB,
    stderr_bytes=32 * KIB,
    result_bytes=8 * MIB,
)
