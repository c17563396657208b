"""Origins: from which iteration what a chapter begins with has come."""

from __future__ import annotations

from bisect import bisect_right

from autograd_engine.trace.schema import Trace

from ..chapters.chapters import Chapter
from ..chapters.parts import Part
from ..picture.picture import Picture
from ..schema import Brought


class Origins:
    """The iterations that states of tensors and `.grad`s come from, learned chapter by chapter."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.chapters: list[Chapter] = []
        self.grads: dict[int, int] = {}  # the chapter that last changed a .grad, by the tensor's identity

    def brought(self, chapter: Chapter, found: Part, picture: Picture) -> list[Brought]:
        """Return what earlier iterations have brought, and take in the chapter."""
        states, grads = self.states(chapter, found, picture), self.kept(found, picture)
        here = len(self.chapters)
        self.chapters.append(chapter)
        for step in self.trace.steps[chapter.first : chapter.end]:
            if step.kind in ("accumulate", "grad") and step.tensor is not None:
                identity = self.trace.tensors[step.tensor].identity
                self.grads.pop(identity, None)
                if step.after is not None:
                    self.grads[identity] = here
        ago = {box: (self.ago(states.get(box)), self.ago(grads.get(box))) for box in sorted(states | grads)}
        return [Brought(box, *both) for box, both in ago.items() if any(both)]

    def states(self, chapter: Chapter, found: Part, picture: Picture) -> dict[int, int]:
        """Return the chapter in which each box's tensor got the numbers that it begins with."""
        made: dict[int, int] = {}
        for whole, own in found.tensors.items():
            tensor = self.trace.tensors[whole]
            if tensor.step < chapter.first and own not in found.silent:
                at = bisect_right(self.chapters, tensor.step, key=lambda one: one.first) - 1
                box = picture.of_tensor[own]
                made[box] = max(at, made.get(box, 0))
        return made

    def kept(self, found: Part, picture: Picture) -> dict[int, int]:
        """Return the chapter that last changed the `.grad` of each box's tensor."""
        return {
            picture.of_tensor[own]: self.grads[tensor.identity]
            for whole, own in found.tensors.items()
            if (tensor := self.trace.tensors[whole]).identity in self.grads and tensor.kind == "leaf"
        }

    def ago(self, at: int | None) -> int:
        """Return how many chapters before the present one another is, 0 if it is no iteration."""
        return 0 if at is None or not self.chapters[at].turns else len(self.chapters) - 1 - at
