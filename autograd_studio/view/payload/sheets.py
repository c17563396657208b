"""The story of a run: its chapters, told on as few graphs as possible.

Chapters of the same structure share one graph: its boxes stay, and what they show changes from one to the next.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from autograd_engine.trace.schema import Root, Trace, Value

from .. import schema
from ..chapters.chapters import Chapter, chapters
from ..chapters.parts import Part, parts, replace
from ..picture.build import picture
from ..picture.copies import add_copies
from ..picture.folds import add_folds
from ..picture.memory import Memory, letters, memory_of
from ..picture.picture import Picture
from ..picture.tracks import Tracks
from ..wording.iterations import iteration_label
from ..wording.value_texts import Texts
from .bindings import bindings
from .frames import Frames
from .numbering import Firsts, renumbered
from .origins import Origins


@dataclass
class Sheet:
    """A graph, how it looks, what its boxes show over the whole story, and the numbers of its first box, link and cluster.

    `box_of` leads from the tensors of the whole Trace that it shows to their boxes, numbered as in the payload.
    """

    picture: Picture
    look: str
    tracks: list[Tracks]
    first_box: int = 0
    first_link: int = 0
    first_cluster: int = 0
    box_of: dict[int, int] = field(default_factory=dict)

    @property
    def links(self) -> int:
        """How many of its links are drawn."""
        return sum(link.kind != "order" for link in self.picture.links)

    @property
    def firsts(self) -> Firsts:
        """The numbers of its first box, link and cluster, by their types."""
        return {
            schema.BoxNumber: self.first_box,
            schema.LinkNumber: self.first_link,
            schema.ClusterNumber: self.first_cluster,
        }


@dataclass
class Sheets:
    """The sheets of a run, the steps told on them, and the chapters, curves and bindings of the payload.

    `frame_of` is the frame of each step of the Trace.
    """

    sheets: list[Sheet] = field(default_factory=list)
    steps: list[schema.Step] = field(default_factory=list)
    frame_of: list[int] = field(default_factory=list)
    chapters: list[schema.Chapter] = field(default_factory=list)
    curves: list[schema.Curve] = field(default_factory=list)
    bindings: list[schema.Binding] = field(default_factory=list)

    @property
    def tracks(self) -> list[schema.Tracks]:
        """The timelines of all boxes."""
        return [
            renumbered(tracks.entries(), schema.Tracks, sheet.firsts)
            for sheet in self.sheets
            for tracks in sheet.tracks
        ]


_encoder = json.JSONEncoder(check_circular=False, default=vars)


def sheets_of(trace: Trace) -> Sheets:
    """Return the story of a Trace."""
    return _Teller(trace).story


class _Teller:
    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.texts = Texts(trace.values)
        self.story = Sheets()
        self.known: dict[str, int] = {}  # the sheet of chapters, by what they consist of
        self.alike: dict[str, int] = {}  # and by what their pictures show
        self.kept: dict[int, int] = {}
        self.bound: dict[tuple[int, str], list[schema.Bound]] = {}  # by line and name
        self.origins = Origins(trace)
        cut = chapters(trace)
        self.totals = _totals(cut)
        for chapter, found in zip(cut, parts(trace, cut), strict=True):
            self.add(chapter, found)
        self.story.bindings = [
            schema.Binding(line, name, self.bound[line, name])
            for line, name in sorted(self.bound, key=lambda key: key[0])
        ]
        self.story.curves = curves(trace, cut)

    def add(self, chapter: Chapter, found: Part) -> None:
        """Tell a chapter on the sheet that fits, or on a new one."""
        memories = letters(found.trace)
        index = self.sheet(found, memories)
        sheet, shift = self.story.sheets[index], len(self.story.steps)
        for whole, own in found.tensors.items():
            sheet.box_of.setdefault(whole, sheet.picture.of_tensor[own] + sheet.first_box)
        frames = Frames(found.trace, sheet.picture, self.texts, self.kept, memories)
        self.kept = frames.kept
        self.bind(bindings(found.trace, sheet.picture, frames.tracks), sheet, shift)
        for mine, its in zip(sheet.tracks, frames.tracks, strict=False):
            mine.extend(its, shift)
        self.story.steps += [renumbered(frame, schema.Step, sheet.firsts) for frame in frames.steps]
        self.story.frame_of += [frame + shift for frame in frames.frame_of]
        brought = self.origins.brought(chapter, found, sheet.picture)
        if frames.steps:
            turns = [schema.Turn(number, self.totals[loop]) for loop, number in chapter.turns]
            gap = schema.Gap(*chapter.gap) if chapter.gap else None
            is_after = any(one.turns for one in self.story.chapters)
            label = iteration_label(chapter.turns, self.totals, is_after=is_after)
            told = schema.Chapter(shift, len(self.story.steps) - 1, index, label, turns or None, gap, brought or None)
            self.story.chapters.append(renumbered(told, schema.Chapter, sheet.firsts))

    def bind(self, found: list[schema.Binding], sheet: Sheet, shift: int) -> None:
        """Go on with what the names of lines stand for in a chapter."""
        for line, name, entries in renumbered(found, list[schema.Binding], sheet.firsts):
            known = self.bound.setdefault((line, name), [])
            for step, box in entries:
                if not known or known[-1].box != box:
                    known.append(schema.Bound(step + shift, box))

    def sheet(self, found: Part, memories: dict[Memory, str]) -> int:
        """Return the number of the sheet for a chapter."""
        key = structure(found.trace, memories)
        if key not in self.known:
            drawn = drawn_on(found)
            seen = _look(drawn)
            if seen not in self.alike:
                self.alike[seen] = len(self.story.sheets)
                self.story.sheets.append(self.new_sheet(drawn, seen))
            self.known[key] = self.alike[seen]
        return self.known[key]

    def new_sheet(self, drawn: Picture, seen: str) -> Sheet:
        found = Sheet(drawn, seen, [Tracks() for _ in drawn.boxes])
        if self.story.sheets:
            last = self.story.sheets[-1]
            found.first_box = last.first_box + len(last.picture.boxes)
            found.first_link = last.first_link + last.links
            found.first_cluster = last.first_cluster + len(last.picture.clusters)
        return found


def _totals(cut: list[Chapter]) -> dict[int, int]:
    """Return how many iterations each loop has at most."""
    found: dict[int, int] = {}
    for chapter in cut:
        for loop, number in chapter.turns:
            found[loop] = max(found.get(loop, 0), number + 1)
    return found


def drawn_on(found: Part) -> Picture:
    """Return the picture of a chapter."""
    drawn = picture(found.trace, found.same | found.silent, found.silent)
    add_copies(drawn)
    add_folds(drawn)
    return drawn


def curves(trace: Trace, cut: list[Chapter]) -> list[schema.Curve]:
    """Return what the backward passes of the chapters begin at, where that is one number, as the curves of the payload."""
    points: dict[str, list[schema.Point]] = {}
    for number, chapter in enumerate(cut):
        for step in trace.steps[chapter.first : chapter.end]:
            run = trace.passes[step.run] if step.kind == "backward" else None
            if run is None or run.parent is not None:
                continue
            for tensor in (trace.tensors[root.tensor] for root in run.roots if root.tensor is not None):
                value = trace.values[tensor.value]
                if value.data and len(value.data) == 1:
                    name = tensor.names[0] if tensor.names else tensor.text
                    points.setdefault(name, []).append(schema.Point(number, value.data[0]))
    return [schema.Curve(name, found) for name, found in points.items()]


def structure(trace: Trace, memories: Mapping[Memory, str]) -> str:
    """Return as JSON all of a part that its picture depends on, which no number in it is."""
    tensors = [
        (t.kind, _shape(trace.values[t.value]), t.requires_grad, t.step, t.names, t.text, t.line, t.op, t.fn, t.output, t.base,
         t.grad_of, t.scope, t.version > 0, memories.get(memory_of(t)))
        for t in trace.tensors
    ]  # fmt: skip
    known: dict[int, int] = {}
    identities = [known.setdefault(t.identity, len(known)) for t in trace.tensors]
    steps = [(s.kind, s.fn, s.op, s.tensor, s.run, s.how, s.expected, s.scope, s.output, s.origin) for s in trace.steps]
    fns = [replace(fn, seq=None, saved=[saved.name for saved in fn.saved]) for fn in trace.fns]
    scopes = [replace(scope, number=None) for scope in trace.scopes]
    passes = [replace(run, roots=[_without_numbers(root, trace) for root in run.roots]) for run in trace.passes]
    return _encoder.encode([tensors, identities, trace.ops, fns, scopes, passes, steps])


def _without_numbers(root: Root, trace: Trace) -> Root:
    return replace(root, seed=None if root.seed is None else _shape(trace.values[root.seed]))


def _shape(value: Value) -> tuple:
    return tuple(value.shape), value.dtype


def _look(drawn: Picture) -> str:
    """Return a picture as text: everything that is drawn, and where to find it."""
    places = [drawn.of_tensor, drawn.of_output, drawn.of_fn, drawn.of_root, drawn.of_edge, drawn.of_seed, drawn.hub_of]
    shown = [[vars(part) for part in parts] for parts in (drawn.boxes, drawn.links, drawn.clusters)]
    return repr((shown, places, drawn.titles, drawn.drawn_as, drawn.silent))
