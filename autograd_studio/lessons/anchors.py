"""Anchors: the step of a run that an author's words stand for, such as `made y` or `x receives from y #2 in iteration 3`.

They are found in what the payload has of its steps, boxes, links and chapters, never in its sentences.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograd_studio.view.schema import Payload, Step
from autograd_studio.view.wording.box_text import dotted

from ..catalogue import say
from .suggestions import is_it, nearest, quoted

BEFORE = "before"
PRINTED = 'printed "{}"'

# What an anchor may be; `{}` is a name, a number or a text. The first that fits is taken.
SHAPES = (
    "made {}", "changed {}", "runs {}", "{} receives from {}", PRINTED, "line {}", "iteration {}", "{}.grad",
    "start {}", "start", "end {}", "end", "error",
)  # fmt: skip

IN_A_PASS = ("runs {}", "{} receives from {}", "{}.grad", "start {}", "start", "end {}", "end")

HELP = say("lessons.anchor.help")

_PATTERNS = {shape: re.compile(re.escape(shape).replace(r"\{\}", "(.+)")) for shape in SHAPES}
_NUMBER = "[0-9]{1,9}"
_WHOLE = re.compile(
    rf"(?P<base>.+?)(?: #(?P<nth>{_NUMBER}))?(?P<where> in iteration (?P<turns>{_NUMBER}(?:, ?{_NUMBER})*))?", re.DOTALL
)
_CUT = "…"  # ends what is too long for its box


@dataclass(frozen=True)
class Event:
    """What happens at a step: one of the SHAPES, and for each `{}` what may stand there."""

    step: int
    shape: str
    names: tuple[tuple[str, ...], ...] = ()

    def is_called(self, words: tuple[str, ...]) -> bool:
        """Return whether these words in place of each `{}` stand for it."""
        if self.shape == PRINTED:
            return words[0] in self.names[0][0]
        return all(any(_same(word, name) for name in names) for word, names in zip(words, self.names, strict=True))

    def anchors(self) -> Iterator[str]:
        """Yield the anchors that stand for it."""
        for names in itertools.product(*self.names):
            yield self.shape.format(*(name.strip().partition("\n")[0] for name in names))


class Anchors:
    """The anchors of a run. `names` are those that each box goes by; `labels` are lines of the program by their label."""

    def __init__(self, run: Payload, labels: Mapping[str, int]) -> None:
        self.run = run
        self.names = _names(run, labels)
        self._outputs = [(link.from_, link.to) for link in run.links if link.kind == "output"]
        self.events = sorted(self._events(), key=lambda event: event.step)

    # ---- finding

    def find(self, anchor: str) -> int | str:
        """Return the step that an anchor stands for, or what is wrong with the anchor."""
        if anchor.strip() == BEFORE:
            return 0
        wanted = _whole(anchor)
        if wanted["where"] and not self._iterations(wanted["turns"]):
            return self._unknown(wanted["where"].removeprefix(" in "))
        if not self._times(wanted["base"]):
            return self._unknown(wanted["base"])
        steps = self._times(wanted["base"], wanted["turns"])
        nth = int(wanted["nth"] or 1)
        if 1 <= nth <= len(steps):
            return steps[nth - 1]
        key = "lessons.anchor.times" if steps else "lessons.anchor.never"
        return say(key, anchor=quoted(wanted["base"]), where=wanted["where"] or "", count=len(steps))

    def later(self, anchor: str, step: int) -> str | None:
        """Return the anchor for the first time, from a step on, that the same happens; None if it does not."""
        wanted = _whole(anchor)
        times = enumerate(self._times(wanted["base"], wanted["turns"]), 1)
        return next((f"{wanted['base']} #{n}{wanted['where'] or ''}" for n, at in times if at >= step), None)

    def _times(self, base: str, turns: str | None = None) -> list[int]:
        """Return the steps that an anchor without a number stands for, in an iteration or in all of the run."""
        shape, words = _shape(base)
        parts = [range(len(self.run.steps))] if turns is None else self._iterations(turns)
        steps = [event.step for event in self.events if event.shape == shape and event.is_called(words)]
        return [step for step in steps if any(step in part for part in parts)]

    def _iterations(self, turns: str) -> list[range]:
        """Return the steps of the chapters in an iteration: of a loop around others, in all of theirs."""
        wanted = [int(turn) for turn in re.findall("[0-9]+", turns)]
        return [
            range(chapter.from_, chapter.to + 1)
            for chapter in self.run.chapters
            if chapter.turns and [turn.number + 1 for turn in chapter.turns][: len(wanted)] == wanted
        ]

    def _unknown(self, base: str) -> str:
        """Return that nothing is called so, and what may have been meant."""
        if base == "error":
            return say("lessons.anchor.no_error")
        if _shape(base)[0] in IN_A_PASS and not any(event.shape == "start" for event in self.events):
            return say("lessons.anchor.no_pass", anchor=quoted(base))
        known = dict.fromkeys(anchor for event in self.events for anchor in event.anchors())
        if numbered := re.fullmatch(f"(line|iteration) ({_NUMBER})", base):
            alike = [anchor for anchor in known if re.fullmatch(f"{numbered[1]} [0-9]+", anchor)]
            meant = sorted(alike, key=lambda one: abs(int(one.split()[1]) - int(numbered[2])))[:2]
        else:
            meant = nearest(base, [anchor for anchor in known if not anchor.startswith("line ")])
        return say("lessons.anchor.unknown", anchor=quoted(base), guess=is_it(meant) if meant else f": {HELP}")

    # ---- what happens

    def _events(self) -> Iterator[Event]:
        begun, running = 0, []  # backward passes
        for chapter in self.run.chapters:
            if chapter.turns:
                turns = [str(turn.number + 1) for turn in chapter.turns]
                yield Event(
                    chapter.from_, "iteration {}", (tuple(", ".join(turns[:n]) for n in range(1, len(turns) + 1)),)
                )
            for number in range(chapter.from_, chapter.to + 1):
                step = self.run.steps[number]
                if step.line is not None:
                    yield Event(number, "line {}", ((str(step.line),),))
                if step.kind == "backward":
                    begun += 1
                    running.append(begun)
                    yield from _pass(number, "start", begun)
                elif step.kind == "end" and running:
                    yield from _pass(number, "end", running.pop())
                else:
                    yield from self._of_boxes(number, step)
            if chapter.gap:
                begun = chapter.gap.begun + chapter.gap.count
        for number, text in self.run.stdout:
            yield Event(number, PRINTED, ((text,),))

    def _of_boxes(self, number: int, step: Step) -> Iterator[Event]:
        """Yield what happens at a step to the boxes that it names."""
        here = () if step.box is None else self.names[step.box]
        match step.kind:
            case "create" | "op":
                yield Event(number, "made {}", (here,))
                for several, output in self._outputs:
                    if several == step.box:
                        yield Event(number, "made {}", (self.names[output],))
            case "write":
                yield Event(number, "changed {}", (here,))
            case "grad":
                yield Event(number, "changed {}", (tuple(f"{name}.grad" for name in here),))
            case "arrive" if step.to is not None:
                yield Event(number, "{} receives from {}", (self.names[step.to], self._with_node(step)))
            case "run" if not self._has_run(number, step):
                yield Event(number, "runs {}", (self._with_node(step),))
            case "accumulate":
                yield Event(number, "{}.grad", (here,))
            case "error" | "refuse":
                yield Event(number, "error")

    def _with_node(self, step: Step) -> tuple[str, ...]:
        """Return the names of the box where a step happens, and that of its node, `MulBackward0`."""
        if step.box is None:
            return ()
        node = self.run.boxes[step.box].fn
        return (*self.names[step.box], node) if node else self.names[step.box]

    def _has_run(self, number: int, step: Step) -> bool:
        """Return whether a node's own backward has run: it is told twice, and the first time is what the author means."""
        states = [] if step.box is None else [entry for entry in self.run.tracks[step.box].status if entry[0] <= number]
        return [status for _, status in states[-2:]] == ["running", "ran"] and states[-1][0] == number


def _pass(number: int, shape: str, which: int) -> Iterator[Event]:
    yield Event(number, shape)
    yield Event(number, f"{shape} {{}}", ((str(which),),))


def _names(run: Payload, labels: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return what each box is called: its title, its expression, the variables that hold it, the label of its line."""
    found = [[box.title, box.expr] for box in run.boxes]
    for _, name, entries in run.bindings:
        for _, box in entries:
            found[box].append(name)
    for graph in run.graphs:
        made = {
            box.line: box for box in run.boxes[graph.boxes.first : graph.boxes.end] if _is_made(box.kind, box.copy_of)
        }
        for label, line in labels.items():
            if line in made:
                found[made[line].id].append(label)
    return [tuple(dict.fromkeys(name for name in names if name)) for names in found]


def _is_made(kind: str, copy_of: int | None) -> bool:
    return kind not in ("seed", "fold", "hub") and copy_of is None


def _whole(anchor: str) -> re.Match:
    """Return the parts of an anchor: the base, `nth`, and the iteration."""
    return _WHOLE.fullmatch(anchor.strip())  # type: ignore[return-value]  # no anchor is empty


def _shape(base: str) -> tuple[str, tuple[str, ...]]:
    """Return which shape a base has, and what stands in place of each `{}`."""
    for shape, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(base):
            return shape, found.groups()
    return base, ()


def _same(word: str, name: str) -> bool:
    """Return whether an author's word is a name, as it is written or drawn; what the box cuts off may be there, too."""
    word, name = "".join(dotted(word).split()), "".join(dotted(name).split())
    return word == name or (name.endswith(_CUT) and word.startswith(name[:-1]))
