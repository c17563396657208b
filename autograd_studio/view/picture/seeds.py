"""The seeds of a picture: what the backward passes start with."""

from __future__ import annotations

from bisect import bisect_left

from autograd_engine.trace.schema import Trace

from ..wording.box_text import shortened
from ..wording.tensor_text import shape_text
from .boxes import TITLE_COLUMNS, cells_of
from .picture import Box, Link, Picture


def add_seeds(trace: Trace, picture: Picture, seed_title: str) -> None:
    """Add and link the seeds; `seed_title` is what one without a name is called."""
    seeds = _Seeds(trace, picture, seed_title)
    seeds.seeds()
    seeds.order()


class _Seeds:
    def __init__(self, trace: Trace, picture: Picture, seed_title: str) -> None:
        self.trace = trace
        self.picture = picture
        self.titles = picture.titles
        self.seed_title = seed_title

    def seeds(self) -> None:
        """Link each start of a pass to its seed: a box of its own, unless it is a tensor not used before.

        The ones that nobody gave are one box for all passes that start at the same tensor.
        """
        found = self.picture
        begun = {step.run: index for index, step in enumerate(self.trace.steps) if step.kind == "backward"}
        first_use = self.first_uses()
        implicit: dict[int, tuple[int, int]] = {}  # by the box of a root: that of its seed, and the link to it
        for number, run in enumerate(self.trace.passes):
            for i, root in enumerate(run.roots):
                start = found.of_output.get((root.fn, root.output), found.of_fn[root.fn])
                start = start if root.tensor is None else found.of_tensor[root.tensor]
                if root.implicit and start in implicit:
                    found.of_root[number, i], found.of_seed[number, i] = implicit[start]
                    continue
                seed = None if root.given is None else found.of_tensor[root.given]
                if seed is None or first_use.get(seed, begun[number]) < begun[number]:
                    seed = self.picture.add(self.seed_box(number, i))
                elif not found.boxes[seed].recorded:
                    found.boxes[seed].kind, found.boxes[seed].recorded = "seed", True
                    found.boxes[seed].cluster = None
                first_use[seed] = 0
                found.of_root[number, i] = seed
                found.of_seed[number, i] = len(found.links)
                if root.implicit:
                    implicit[start] = seed, len(found.links)
                self.picture.connect(Link(start, seed, "seed"))

    def first_uses(self) -> dict[int, int]:
        """Return for each box with outgoing links the first step that makes something of it."""
        found: dict[int, int] = {}
        for link in self.picture.links:
            t = self.picture.boxes[link.target].tensor
            step = 0 if t is None else self.trace.tensors[t].step
            found[link.source] = min(found.get(link.source, step), step)
        return found

    def seed_box(self, number: int, i: int) -> Box:
        run = self.trace.passes[number]
        root = run.roots[i]
        title = self.seed_title if root.given is None else self.titles[root.given]
        shape = () if root.seed is None else self.trace.values[root.seed].shape
        return Box(
            "seed",
            shortened(title, TITLE_COLUMNS),
            shape=shape_text(shape),
            cells=cells_of(shape),
            line=run.line,
            root=(number, i),
        )

    def order(self) -> None:
        """Keep a `.grad` that the program reads below the seed of the pass that filled it."""
        found = self.picture
        begun = [(index, step.run) for index, step in enumerate(self.trace.steps) if step.kind == "backward"]
        starts = [index for index, _ in begun]
        for index, tensor in enumerate(self.trace.tensors):
            if tensor.grad_of is not None and index not in found.drawn_as:
                before = bisect_left(starts, tensor.step)
                seed = found.of_root.get((begun[before - 1][1], 0)) if before else None
                if seed is not None:
                    self.picture.connect(Link(seed, found.of_tensor[index], "order"))
