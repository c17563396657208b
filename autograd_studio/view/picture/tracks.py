"""Timelines: what a row of a box shows, as the steps at which it changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import schema


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

    def extend(self, entries: list[list], shift: int, *nothing: object) -> None:
        """Go on with the entries of another timeline, `shift` steps later; it shows `nothing` until its first one."""
        if self.entries and not (entries and entries[0][0] == 0):
            self.put(shift, *nothing)
        for step, *what in entries[:1]:
            self.put(step + shift, *what)
        self.entries += [[step + shift, *what] for step, *what in entries[1:]]  # each differs from the one before

    @property
    def now(self) -> list | None:
        """What is shown last, None if nothing is."""
        return self.entries[-1][1:] if self.entries else None


@dataclass
class Tracks:
    """The timelines of one box: status, value, gradient and why that is odd, what it saved, where it lies, the sums it made."""

    status: Track = field(default_factory=Track)
    value: Track = field(default_factory=Track)
    grad: Track = field(default_factory=Track)
    saved: Track = field(default_factory=Track)
    why: Track = field(default_factory=Track)
    version: Track = field(default_factory=Track)
    place: Track = field(default_factory=Track)
    sums: list[list] = field(default_factory=list)

    def extend(self, other: Tracks, shift: int) -> None:
        """Go on with other timelines of the same box, `shift` steps later."""
        self.status.extend(other.status.entries, shift, "pending")
        self.value.extend(other.value.entries, shift, "", None)
        self.grad.extend(other.grad.entries, shift, "", "", None)
        self.saved.extend(other.saved.entries, shift, [])
        self.version.extend(other.version.entries, shift, None)
        self.place.extend(other.place.entries, shift, None)
        self.sums += [[step + shift, *rest] for step, *rest in other.sums]

    def entries(self) -> schema.Tracks:
        """Return the timelines as the payload has them."""
        return schema.Tracks(
            self.status.entries, self.value.entries, self.grad.entries, self.saved.entries, self.why.entries,
            self.version.entries, self.place.entries, self.sums,
        )  # fmt: skip
