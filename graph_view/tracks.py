"""Timelines: what a row of a box shows, as the steps at which it changes."""

from __future__ import annotations

from dataclasses import dataclass, field


class Track:
    """A timeline: entries [step, ...], each valid until the next one."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[list] = []

    def put(self, step: int, *what: object) -> None:
        """Show `what` from `step` on."""
        entries = self.entries
        if entries and entries[-1][0] == step:
            entries.pop()
        if not entries or entries[-1][1:] != list(what):
            entries.append([step, *what])

    @property
    def now(self) -> list | None:
        """What is shown last, None if nothing is."""
        return self.entries[-1][1:] if self.entries else None


@dataclass
class Tracks:
    """The timelines of one box: its status, its value, its gradient, what it saved, and the sums it made."""

    status: Track = field(default_factory=Track)
    value: Track = field(default_factory=Track)
    grad: Track = field(default_factory=Track)
    saved: Track = field(default_factory=Track)
    sums: list[list] = field(default_factory=list)

    def plain(self) -> dict[str, list]:
        """Return the timelines that have entries."""
        found = {name: getattr(self, name).entries for name in ("status", "value", "grad", "saved")}
        found["sums"] = self.sums
        return {name: entries for name, entries in found.items() if entries}
