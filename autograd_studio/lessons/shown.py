"""What a run shows at a step: the numbers that come with it, and what a name holds there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from autograd_studio.view.schema import GradEntry, Payload, ValueEntry, ValueNumber

from ..catalogue import say
from .lesson_file import Text
from .suggestions import is_it, nearest, quoted
from .typed import Numbers, numbers_in, of_value

MOST_NAMES = 3  # that are offered for an unknown one

Entry = TypeVar("Entry", GradEntry, ValueEntry)

ARRIVED = ("pending", "complete", "kept")  # states of a gradient that is there; one that has passed is no news


@dataclass(frozen=True)
class Held:
    """What a name holds at a step, as its box shows it, and in which box."""

    text: str
    value: ValueNumber | None
    box: int


class Shown:
    """What a run shows; `names` are what each of its boxes is called."""

    def __init__(self, run: Payload, names: Sequence[tuple[str, ...]]) -> None:
        self.run = run
        self.names = names

    def numbers(self, step: int) -> list[Numbers]:
        """Return the numbers that come with a step: what it makes, sends, adds up or stores, and what is printed after it."""
        values = dict.fromkeys([*self._of_boxes(step), *self._of_card(step)])
        printed = [numbers for at, text in self.run.stdout if at == step for numbers in numbers_in(text)]
        return [of_value(self.run.values[value]) for value in values if value is not None] + printed

    def _of_boxes(self, step: int) -> Iterator[ValueNumber | None]:
        is_end = self.run.steps[step].kind == "end"
        for tracks in self.run.tracks:
            yield from (entry[2] for entry in tracks.value if entry[0] == step)
            yield from (entry[2] for entry in tracks.sums if entry[0] == step)
            grad = _latest(tracks.grad, step)
            if grad and grad[1] in ARRIVED and (grad[0] == step or (is_end and grad[1] == "kept")):
                yield grad[3]

    def _of_card(self, step: int) -> Iterator[ValueNumber | None]:
        card = self.run.steps[step].card
        if card is not None:
            yield card.gives
            yield from (sent.value for sent in card.sends or ())

    def filled(self, text: Text, step: int) -> str:
        """Return a text with what its placeholders hold at a step; one that holds nothing stays as it is."""

        def value(name: str) -> str | None:
            held = self.held(name, step)
            return None if isinstance(held, str) else held.text

        return text.filled(value)

    def held(self, name: str, step: int) -> Held | str:
        """Return what a name, or the `.grad` of one, holds at a step, or why that cannot be said."""
        owner = name.removesuffix(".grad")
        boxes = [box for box, names in enumerate(self.names) if owner in names]
        if not boxes:
            known = dict.fromkeys(binding.name for binding in self.run.bindings)
            meant = nearest(owner, known) or list(known)[:MOST_NAMES]
            return say("lessons.shown.no_tensor", name=quoted(owner)) + (
                is_it(meant) if meant else say("lessons.shown.no_other")
            )
        if owner == name:
            return self._value(boxes, step) or say("lessons.shown.no_value", name=quoted(name))
        return self._grad(boxes, step) or say("lessons.shown.none", name=quoted(name))

    def _value(self, boxes: list[int], step: int) -> Held | None:
        entries = [(entry, box) for box in boxes if (entry := _latest(self.run.tracks[box].value, step)) and entry[1]]
        there = max(entries, key=_since, default=None)
        return Held(there[0][1], there[0][2], there[1]) if there else None

    def _grad(self, boxes: list[int], step: int) -> Held | None:
        entries = [
            (entry, box)
            for box in boxes
            for entry in self.run.tracks[box].grad
            if entry[0] <= step and entry[1] in ("kept", "none")
        ]
        kept = max(entries, key=_since, default=None)
        return Held(kept[0][2], kept[0][3], kept[1]) if kept and kept[0][1] == "kept" else None


def _since(pair: tuple[GradEntry | ValueEntry, int]) -> tuple[int, int]:
    """Return since when an entry of a box holds; of those of one step, a later state of the tensor is in a later box."""
    (since, *_), box = pair
    return since, box


def _latest(entries: Sequence[Entry], step: int) -> Entry | None:
    """Return the entry that holds at a step."""
    return next((entry for entry in reversed(entries) if entry[0] <= step), None)
