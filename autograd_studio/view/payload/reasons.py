"""Why, in the payload: the reasons for what is odd about the gradients of a run, and where they belong.

A reason is a finding of `autograd_studio.why` or a cut of the graph, with the box, the step and the way that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from autograd_engine.trace.schema import Step, Trace
from autograd_studio.why.cuts import Link
from autograd_studio.why.finding import CAUSES, Finding, answer
from autograd_studio.why.findings import Why
from autograd_studio.why.index import Event
from autograd_studio.why.numbers import is_finite, is_zero
from autograd_studio.why.rules.none.gaps import said_of

from ...catalogue import say
from ..schema import Crossing, Reason
from .sheets import Sheet, Sheets

MOST_EXPLAINED = 100  # odd gradients that are explained, beside the findings
MOST_CUTS = 200
MOST_ON_THE_WAY = 100  # links of a way

# What is no cut: nothing is recorded inside of a custom Function, whose own backward takes over, nor inside of that in a
# usual pass; and a backward may compare what it likes to decide what it returns.
_NO_CUT = ("kept_on_ctx", "create_graph")
_NO_CUT_INSIDE = ("comparison", "argmax", "integer")


@dataclass
class Reasons:
    """`entries` as the payload has them; `findings` are the numbers of those that the program as a whole is told of.

    `of_link` and `of_box` are the numbers of the cuts, by the link and by the box where there is no link.
    """

    entries: list[Reason] = field(default_factory=list)
    findings: list[int] = field(default_factory=list)
    of_link: dict[int, int] = field(default_factory=dict)
    of_box: dict[int, int] = field(default_factory=dict)


def reasons(trace: Trace, story: Sheets) -> Reasons:
    """Return the reasons for a run, and write those for gradients into the tracks `why` of the boxes."""
    found = _Reasoner(trace, story)
    for tell in (found.tell_findings, found.tell_gradients, found.tell_steps, found.tell_cuts):
        answer(tell)  # one that fails leaves the picture of the run as it is
    return found.made


class _Reasoner:
    def __init__(self, trace: Trace, story: Sheets) -> None:
        self.trace = trace
        self.story = story
        self.why = Why(trace)
        self.made = Reasons()
        self.known: dict[tuple, int] = {}
        self.marked: set[tuple] = set()  # departures of numbers that a box is marked for: others follow from it
        self.tensor_of: dict[tuple[int, int], int] = {}  # by node and output
        for index, tensor in enumerate(trace.tensors):
            if tensor.fn is not None:
                self.tensor_of.setdefault((tensor.fn, tensor.output), index)
        self.first_of_line: dict[int | None, int] = {}
        for index, step in enumerate(trace.steps):
            self.first_of_line.setdefault(step.line, index)

    # ---- what is told

    def tell_findings(self) -> None:
        """Tell what is wrong with the program."""
        self.made.findings = [self.add(one) for one in self.why.all()]

    def tell_gradients(self) -> None:
        """Tell, in the boxes, why gradients are None, 0, NaN or infinite at each step."""
        at = self.of_error()
        for frame, box, finding in self.odd():
            at.setdefault(box, {})[frame] = self.add(finding)
        tracks = {box: t for sheet in self.story.sheets for box, t in enumerate(sheet.tracks, sheet.first_box)}
        for box, reasons in at.items():
            shown = {frame: self.may_last(state, value) for frame, state, _, value, *_ in tracks[box].grad.entries}
            held: int | None = None
            for frame in sorted({*shown, *reasons}):
                before, held = held, reasons.get(frame, held if shown.get(frame) else None)
                if held != before:
                    tracks[box].why.put(frame, held)

    def of_error(self) -> dict[int, dict[int, int]]:
        """Return the reason for the error, by box and frame, if the program ends with one at a box."""
        last = self.story.steps[-1] if self.story.steps else None
        errors = [index for index in self.made.findings if self.made.entries[index].what == "error"]
        if last is None or last.kind != "error" or last.box is None or not errors:
            return {}
        return {last.box: {len(self.story.steps) - 1: errors[0]}}

    def tell_steps(self) -> None:
        """Tell at the end of a pass why what it has brought is NaN or infinite, and at an error why it is there."""
        tracks = {box: t for sheet in self.story.sheets for box, t in enumerate(sheet.tracks, sheet.first_box)}
        spoilt: dict[int | None, int | None] = {}  # by pass
        for index, step in enumerate(self.trace.steps):
            shown = self.story.steps[self.story.frame_of[index]]
            if step.kind == "accumulate" and step.after is not None and not is_finite(self.trace.values[step.after]):
                entries = [] if shown.box is None else tracks[shown.box].why.entries
                known = [reason for frame, reason in entries if frame <= self.story.frame_of[index]]
                spoilt.setdefault(step.run, known[-1] if known else None)
            elif step.kind == "end" and step.how != "error":
                shown.reason = spoilt.get(step.run)
            elif step.kind == "error":
                errors = [one for one in self.made.findings if self.made.entries[one].what == "error"]
                shown.reason = errors[0] if errors else None

    def tell_cuts(self) -> None:
        """Tell where numbers go on and gradients do not, at the links or boxes of all graphs."""
        for link in self.why.links.scissors():
            if self.is_usual(link) or len(self.made.of_link) + len(self.made.of_box) >= MOST_CUTS:
                continue
            for sheet in self.story.sheets:
                self.tell_cut(sheet, link)

    def is_usual(self, link: Link) -> bool:
        """Return whether a cut is as it should be."""
        op = self.trace.tensors[link.target].op
        is_inside = op is not None and self.why.story.scope_of(self.trace.ops[op].scope) is not None
        return link.cut.cause in _NO_CUT or (is_inside and link.cut.cause in _NO_CUT_INSIDE)

    def tell_cut(self, sheet: Sheet, link: Link) -> None:
        if link.target not in sheet.box_of:
            return
        target, source = sheet.box_of[link.target], sheet.box_of.get(link.source)
        between = _between(sheet, source, target)
        place, key = (self.made.of_box, target) if between is None else (self.made.of_link, between)
        same = sheet.first_box, link.source, link.cut.line, link.cut.cause
        if key not in place and source != target and (between is not None or same not in self.marked):
            self.marked.add(same)
            cut = Finding(
                self.why.story.title(link.source),
                "cut",
                link.cut.line,
                link.cut.cause,
                said_of(self.why.story, link)[0],
            )
            place[key] = self.add(cut, at=link.target, way=[link])

    # ---- gradients

    def odd(self) -> Iterator[tuple[int, int, Finding]]:
        """Yield the frames at which a gradient is odd, with the box and the reason; the None of leaves come first."""
        yield from islice(chain(self.missing(), self.events()), MOST_EXPLAINED)

    def missing(self) -> Iterator[tuple[int, int, Finding]]:
        """Yield the leaves whose `.grad` is None at the end, from the end of the last pass on."""
        if not self.story.steps:
            return
        ends = [index for index, step in enumerate(self.trace.steps) if step.kind == "end"]
        last = self.story.frame_of[ends[-1]] if ends else len(self.story.steps) - 1
        for leaf in self.why.story.leaves:
            if not self.why.story.received(self.trace.tensors[leaf].identity):
                sheet = self.sheet_at(last)
                finding = self.why.of_none(leaf) if leaf in sheet.box_of else None
                if finding is not None:
                    yield last, sheet.box_of[leaf], finding

    def events(self) -> Iterator[tuple[int, int, Finding]]:
        """Yield what arrives, or is cleared, and is odd."""
        for index, step in enumerate(self.trace.steps):
            frame = self.story.frame_of[index]
            shown = self.story.steps[frame]
            box = shown.to if step.kind == "arrive" else shown.box
            finding = None if box is None else self.of_step(index, step)
            if finding is not None:
                yield frame, box, finding

    def of_step(self, index: int, step: Step) -> Finding | None:
        """Return why the gradient that a step leaves is odd, None if it is not."""
        if step.kind == "grad" and step.tensor is not None:
            return self.cleared(step)
        if step.kind != "arrive" or step.awaited or step.after is None or not self.is_odd(step.after):
            return None
        variable = self.trace.fns[step.fn].variable
        tensor = self.tensor_of.get((step.fn, step.output or 0)) if variable is None else variable
        if tensor is None:
            return None
        return self.why.of_event(tensor, Event(index, "add", step.line, step.after, step.after, step.run))

    def cleared(self, step: Step) -> Finding | None:
        if step.after is not None and not is_zero(self.trace.values[step.after]):
            return None
        name = self.why.story.title(step.tensor)
        what, value = ("none", "None") if step.after is None else ("zero", "zero")
        told = say("view.backward.sets_grad", line=step.line, name=name, value=value)
        return Finding(name, what, step.line, "cleared", told, step.tensor)

    def may_last(self, state: str, value: int | None) -> bool:
        """Return whether the reason for what a box showed before may be the reason for this, too."""
        return state in ("none", "undefined") or (value is not None and self.is_odd(value))

    def is_odd(self, value: int) -> bool:
        found = self.trace.values[value]
        return is_zero(found) or not is_finite(found)

    # ---- entries

    def add(self, finding: Finding, at: int | None = None, way: list[Link] | None = None) -> int:
        """Return the number of a reason, which may be known already; `at` and `way` are the finding's own if left out."""
        at = finding.at if at is None else at
        key = finding.name, finding.kind, finding.cause, finding.line, at
        if key not in self.known:
            self.known[key] = len(self.made.entries)
            self.made.entries.append(self.entry(finding, at, self.why.way(finding) if way is None else way))
        return self.known[key]

    def line_of(self, step: int) -> int | None:
        return self.trace.steps[step].line if step < len(self.trace.steps) else None

    def entry(self, finding: Finding, at: int | None, way: list[Link]) -> Reason:
        cause = CAUSES[finding.cause]
        step = self.first_of_line.get(finding.line)
        made = None if at is None else self.trace.tensors[at].step
        if made is not None and (step is None or self.line_of(made) == finding.line):
            step = made
        if finding.step is not None:
            step = finding.step
        frame = None if step is None or step >= len(self.story.frame_of) else self.story.frame_of[step]
        found = Reason(
            finding.name, finding.kind, finding.cause, finding.told, cause.rule, finding.remedy,
            line=finding.line, lesson=cause.lesson, step=frame, mended=finding.fix,
        )  # fmt: skip
        if frame is not None:
            sheet = self.sheet_at(frame)
            found.box = None if finding.tensor is None else self.box(sheet, finding.tensor)
            found.way = _crossings(sheet, way) or None
        return found

    def sheet_at(self, frame: int) -> Sheet:
        """Return the sheet that a frame is told on."""
        chapter = next(c for c in self.story.chapters if c.from_ <= frame <= c.to)
        return self.story.sheets[chapter.graph]

    def box(self, sheet: Sheet, tensor: int) -> int | None:
        """Return the box of the latest state of a tensor on a sheet, else on any."""
        states = self.why.story.states[self.trace.tensors[tensor].identity]
        for one in (sheet, *self.story.sheets):
            shown = [one.box_of[t] for t in states if t in one.box_of]
            if shown:
                return one.box_of.get(tensor, shown[-1])
        return None


def _between(sheet: Sheet, source: int | None, target: int) -> int | None:
    """Return the number of the drawn link from one box, or a copy of it, to another."""
    if source is None:
        return None
    drawn = [link for link in sheet.picture.links if link.kind != "order"]
    for number, link in enumerate(drawn, sheet.first_link):
        box = sheet.picture.boxes[link.source]
        start = link.source if box.copy_of is None else box.copy_of
        if link.target + sheet.first_box == target and start + sheet.first_box == source:
            return number
    return None


def _crossings(sheet: Sheet, way: list[Link]) -> list[Crossing]:
    """Return the links of a way, as far as the sheet has the boxes."""
    found = []
    for link in way[:MOST_ON_THE_WAY]:
        source, target = sheet.box_of.get(link.source), sheet.box_of.get(link.target)
        if source is not None and target is not None and source != target:
            found.append(Crossing(source, target, link.cut is not None))
    return found
