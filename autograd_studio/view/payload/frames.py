"""Frames: what the boxes show at each step, and what is said about the step.

A frame is a step of the Trace as the player shows it. What follows from a step without a choice is part of
its frame: that a node is ready now belongs to the arrival of its last contribution, that saved tensors are
freed to its run.
"""

from __future__ import annotations

from autograd_engine.trace.schema import FOLLOWERS, Step, Trace

from .. import schema
from ..chapters.chapters import Chapter
from ..narration.narrator import Narrator
from ..narration.reach import retains, savers
from ..picture.memory import Memory, letters, memory_of
from ..picture.picture import Picture
from ..picture.tracks import Tracks
from ..wording.value_texts import Texts

MOST_SLOTS = 12  # nodes whose saved tensors a step shows


class Frames:
    """The frames of a Trace on its picture: `steps` for the player and the `tracks` of each box.

    `kept` are the values of the `.grad`s that are there before its first step, `memories` the letters of its memories.
    """

    def __init__(
        self,
        trace: Trace,
        picture: Picture,
        texts: Texts | None = None,
        kept: dict[int, int] | None = None,
        memories: dict[Memory, str] | None = None,
    ) -> None:
        texts = texts or Texts(trace.values)
        self.trace = trace
        self.picture = picture
        self.texts = texts.short
        self.letters = letters(trace) if memories is None else memories
        self.tracks = [Tracks() for _ in picture.boxes]
        self.steps: list[schema.Step] = []
        self.frame_of: list[int] = []  # the frame of each step of the Trace
        self.narrator = Narrator(trace, picture, texts)
        self.links_into: dict[int, list[int]] = {}
        for index, link in enumerate(picture.links):
            if link.kind in ("gradient", "data"):
                self.links_into.setdefault(link.target, []).append(index)
        self.latest: dict[int, int] = {}  # the present state of each tensor, by identity
        self.superseded: set[int] = set()  # boxes of states that an in-place write has ended
        self.kept = dict(kept or {})  # the value of its .grad, by identity
        self.saved: dict[int, list[list]] = {}  # the rows of what each node has saved
        self.savers: dict[int, list[tuple[int, int]]] = {}  # the rows (node, row) that saved a tensor, by identity
        self.touched: list[int] = []  # the boxes that gradients have reached in this pass
        self.introduced = 0
        for group in groups(trace.steps):
            self.add(group)

    def add(self, group: list[Step]) -> None:
        """Make the frame of a step and of those that follow from it."""
        self.now = len(self.steps)
        step = group[0]
        phase = self.narrator.phases[len(self.frame_of)]
        self.frame = schema.Step(step.kind, phase, line=step.line, forward_line=step.forward_line)
        self.introduce(len(self.frame_of))
        for part in group:
            getattr(self, f"_{part.kind}")(part)
        self.narrator.tell(group, self.frame)
        self.frame_of += [self.now] * len(group)
        self.steps.append(self.frame)

    # ---- what boxes show

    def introduce(self, index: int) -> None:
        """Show the tensors that step `index` of the Trace is the first to see."""
        tensors = self.trace.tensors
        while self.introduced < len(tensors) and tensors[self.introduced].step <= index:
            self.appear(self.introduced)
            self.introduced += 1

    def appear(self, t: int) -> None:
        """Show a tensor; if an in-place write made it, its box takes over from the one before."""
        if t in self.picture.silent:
            return
        tensor = self.trace.tensors[t]
        before = self.latest.get(tensor.identity)
        if (
            t not in self.picture.drawn_as
            and before is not None
            and tensor.op is not None
            and self.trace.ops[tensor.op].in_place
        ):
            self.superseded.add(self.picture.of_tensor[before])
            self.tracks[self.picture.of_tensor[before]].status.put(self.now, "superseded")
        self.latest[tensor.identity] = t
        box = self.picture.of_tensor[t]
        self.tracks[box].status.put(self.now, "done")
        self.tracks[box].version.put(self.now, tensor.version)
        if memory_of(tensor) in self.letters and (tensor.place is not None or self.tracks[box].place.entries):
            self.tracks[box].place.put(self.now, tensor.place)
        self.show_value(t, tensor.value)
        self.rest(box)

    def show_value(self, t: int, value: int) -> None:
        """Show what a tensor holds now."""
        self.tracks[self.picture.of_tensor[t]].value.put(self.now, self.texts[value], value)

    def rest(self, box: int) -> None:
        """Show in a box the gradient that it has while no pass is at work there: its `.grad`, or none."""
        if not self.picture.boxes[box].requires_grad:
            return
        kept = self.kept_in(box)
        if kept is None:
            self.tracks[box].grad.put(self.now, "none", "", None)
        else:
            self.tracks[box].grad.put(self.now, "kept", self.texts[kept], kept)

    def kept_in(self, box: int) -> int | None:
        """Return the value of the `.grad` of a box's tensor, None if a newer box shows it."""
        t = self.picture.boxes[box].tensor
        if t is None:
            return None
        identity = self.trace.tensors[t].identity
        latest = self.latest.get(identity)
        return self.kept.get(identity) if latest is not None and self.picture.of_tensor[latest] == box else None

    def gradient(self, box: int, state: str, value: int | None, *counts: int) -> None:
        """Show in a box a gradient on its way, beside what is in `.grad` already."""
        if not self.picture.boxes[box].requires_grad:
            return
        self.touched.append(box)
        text = "None" if value is None else self.texts[value]
        kept = self.kept_in(box)
        if kept is not None:
            text = f"{self.texts[kept]} + {text}"
        self.tracks[box].grad.put(self.now, state, text, value, *counts)

    def show_waiting(self, box: int, value: int) -> None:
        """Show that a gradient which waits has been overwritten."""
        state, _, _, *counts = self.tracks[box].grad.now or ["complete", "", None]
        self.gradient(box, state, value, *counts)

    def activity(self, box: int, status: str) -> None:
        """Show what a node is doing."""
        self.touched.append(box)
        self.tracks[box].status.put(self.now, status)

    def settle(self) -> None:
        """Forget what the last pass showed: nothing of it is left but what is in `.grad`."""
        for box in dict.fromkeys(self.touched):
            self.tracks[box].status.put(self.now, "superseded" if box in self.superseded else "done")
            self.rest(box)
        self.touched.clear()

    def identity(self, t: int) -> int:
        """Return which tensor this is a state of."""
        return self.trace.tensors[t].identity

    # ---- forward

    def _create(self, step: Step) -> None:
        self.frame.box = self.picture.of_tensor[step.tensor]

    def _op(self, step: Step) -> None:
        operation = self.trace.ops[step.op]
        if operation.outputs:
            box = self.picture.hub_of.get(step.op, self.picture.of_tensor[operation.outputs[0]])
            self.frame.box = box
            if len(operation.outputs) > 1:
                self.tracks[box].status.put(self.now, "done")
            self.frame.links = self.links_into.get(box, [])
            self.frame.flow = "forward"
        if operation.fn is not None and operation.fn not in self.saved:
            self.saves(operation.fn)

    def _write(self, step: Step) -> None:
        self._op(step)
        self.frame.box = self.picture.of_tensor[step.tensor]
        for t, value in step.changed or ():
            self.show_value(t, value)
        for (t, _), version in zip(step.changed or (), step.versions or (), strict=False):
            self.show_version(t, version)
        victims = []
        for fn, output, value in step.waiting or ():
            box = self.node_box(fn, output)
            if value != (self.tracks[box].grad.now or (None, None, None))[2]:
                victims.append(box)
                self.show_waiting(box, value)
        held = [self.picture.of_tensor[t] for t, _ in step.changed or () if t not in self.picture.silent]
        if held or victims:
            self.frame.held = list(dict.fromkeys([*held, *victims]))
        if victims:
            self.frame.victims = list(dict.fromkeys(victims))
        self.show_version(step.tensor, self.trace.tensors[step.tensor].version)

    def show_version(self, t: int, version: int | None) -> None:
        """Show how often a tensor was changed in place, at its box and where it is saved."""
        self.tracks[self.picture.of_tensor[t]].version.put(self.now, version)
        for fn, row in self.savers.get(self.identity(t), ()):
            self.saved[fn][row][4] = version
            self.show_saved(fn)

    def saves(self, fn: int) -> None:
        """Show what a node has saved: rows [name, text, box, version then, version now, freed]."""
        rows = []
        for i, saved in enumerate(self.trace.fns[fn].saved):
            if saved.tensor is None:
                rows.append([saved.name, saved.text or "", None, None, None, False])
                continue
            box = self.picture.of_tensor[saved.tensor]
            title = self.picture.boxes[box].title
            rows.append([saved.name, title, box, saved.version, saved.version, False])
            self.savers.setdefault(self.identity(saved.tensor), []).append((fn, i))
        if rows:
            self.saved[fn] = rows
            self.show_saved(fn)

    def tell_saved(self, fns: list[int]) -> None:
        """Let the step be about what nodes have saved."""
        boxes = [self.picture.of_fn[fn] for fn in fns if fn in self.saved]
        if boxes:
            self.frame.slots = boxes[:MOST_SLOTS]

    def show_saved(self, fn: int) -> None:
        """Show what a node has saved as it is now."""
        box = self.picture.of_fn[fn]
        self.tracks[box].saved.put(self.now, [list(row) for row in self.saved[fn]])

    # ---- backward

    def node_box(self, fn: int, output: int = 0) -> int:
        """Return the box at which gradients of a node's output arrive: of a leaf, its present state."""
        node = self.trace.fns[fn]
        if node.kind == "accumulate" and node.variable is not None:
            t = node.variable
            return self.picture.of_tensor[self.latest.get(self.identity(t), t)]
        return self.picture.of_output.get((fn, output), self.picture.of_fn[fn])

    def _backward(self, step: Step) -> None:
        run = self.trace.passes[step.run]
        if run.parent is None:
            self.settle()
        for i, root in enumerate(run.roots):
            box = self.picture.of_root[step.run, i]
            self.tracks[box].status.put(self.now, "done")
            if root.seed is not None:
                self.tracks[box].value.put(self.now, self.texts[root.seed], root.seed)
        if run.roots:
            self.frame.box = self.picture.of_root[step.run, 0]
            self.frame.to = self.picture.of_fn[run.roots[0].fn]
        self.arriving_seeds = list(range(len(run.roots)))

    def _arrive(self, step: Step) -> None:
        box = self.node_box(step.fn, step.output or 0)
        if step.origin is None:
            i = self.arriving_seeds.pop(0) if self.arriving_seeds else 0
            origin = self.picture.of_root[step.run, i]
            link = self.picture.of_seed.get((step.run, i))
        else:
            origin = self.picture.of_fn[step.origin]
            link = self.picture.of_edge.get((step.origin, step.edge))
        pill = "None" if step.value is None else self.texts[step.value]
        self.frame.box, self.frame.to, self.frame.flow, self.frame.pill = origin, box, "backward", pill
        if link is not None:
            self.frame.links = [link]
        arrived = (step.expected or 1) - (step.awaited or 0)
        if step.awaited:
            self.gradient(box, "pending", step.after, arrived, step.expected)
        else:
            self.gradient(box, "undefined" if step.after is None else "complete", step.after)
        self.activity(box, "waiting")
        if step.memory in self.letters:
            self.frame.memory = self.letters[step.memory]
            self.frame.place = step.place
        if (step.expected or 1) > 1:
            self.tracks[box].sums.append(schema.Sum(self.now, link, step.value, step.before, step.after))

    def _ready(self, step: Step) -> None:
        for box in self.boxes_of(step.fn):
            self.activity(box, "ready")

    def boxes_of(self, fn: int) -> list[int]:
        """Return the boxes of a node: its hub, or the one of its output."""
        return list(dict.fromkeys([self.node_box(fn), self.picture.of_fn[fn]]))

    def _run(self, step: Step) -> None:
        fn = self.trace.fns[step.fn]
        self.frame.box = box = self.picture.of_fn[step.fn]
        self.frame.reads = [self.picture.of_tensor[s.tensor] for s in fn.saved if s.tensor is not None]
        self.activity(box, "running" if step.how == "begin" else "ran")
        for output, value in enumerate(step.incoming or ()):
            target = self.picture.of_output.get((step.fn, output))
            if target is None:
                continue
            if target != box:
                self.activity(target, "ran")
            if self.kept_in(target) is None:
                state = "undefined" if value is None else "complete" if step.how == "begin" else "passed"
                self.gradient(target, state, value)
        for row, version in zip(self.saved.get(step.fn, ()), step.versions or (), strict=False):
            if version is not None and row[4] is not None:
                row[4] = version
        if step.fn in self.saved:
            self.show_saved(step.fn)
        self.tell_saved([step.fn])

    def _accumulate(self, step: Step) -> None:
        keep(self.kept, self.trace, step)
        box = self.picture.of_tensor[self.latest[self.identity(step.tensor)]]
        self.frame.box = box
        self.rest(box)
        if step.fn is not None:
            self.activity(box, "ran")

    def _hook(self, step: Step) -> None:
        if step.tensor is not None:
            self.frame.box = self.picture.of_tensor[step.tensor]
        elif step.fn is not None:
            self.frame.box = self.picture.of_fn[step.fn]
        if step.how == "tensor" and step.fn is not None and step.outgoing:
            self.gradient(self.node_box(step.fn, step.output or 0), "complete", step.outgoing[0])

    def _free(self, step: Step) -> None:
        for row in self.saved.get(step.fn, ()):
            row[5] = True
        if step.fn in self.saved:
            self.show_saved(step.fn)

    def _grad(self, step: Step) -> None:
        if step.op is not None:
            self._op(step)
        if step.tensor is None:
            return
        keep(self.kept, self.trace, step)
        self.frame.box = box = self.picture.of_tensor[self.latest[self.identity(step.tensor)]]
        self.rest(box)

    def _end(self, step: Step) -> None:
        run = self.trace.passes[step.run]
        last = step.fn if step.how == "error" else run.roots[0].fn if run.roots else None
        if last is not None:
            self.frame.box = self.picture.of_fn[last]
        if step.how == "error" and step.fn in self.narrator.freed:
            self.tell_saved([step.fn])
        elif retains(run):
            self.tell_saved(savers(self.trace, run))
        for box in dict.fromkeys(self.touched):
            if (self.tracks[box].grad.now or [""])[0] == "pending":
                self.rest(box)

    # ---- the end

    def _error(self, step: Step) -> None:
        boxes = [self.picture.of_tensor[t] for t in step.tensors or ()]
        if step.fn is not None:
            boxes.insert(0, self.picture.of_fn[step.fn])
        if boxes:
            self.activity(boxes[0], "error")
            self.frame.box = boxes[0]
            self.frame.reads = boxes[1:]

    def _refuse(self, step: Step) -> None:
        boxes = [self.picture.of_tensor[t] for t in step.tensors or ()]
        if boxes:
            self.frame.box = boxes[0]
            self.frame.reads = boxes[1:]

    def _omitted(self, step: Step) -> None:
        pass


def keep(kept: dict[int, int], trace: Trace, step: Step) -> None:
    """Take in what a step leaves in the `.grad` of its tensor: the number of a value, by the tensor's identity."""
    identity = trace.tensors[step.tensor].identity
    if step.after is not None:
        kept[identity] = step.after
    elif step.kind == "grad":
        kept.pop(identity, None)


def kept_before(trace: Trace, first: int) -> dict[int, int]:
    """Return what the `.grad`s hold before a step of a Trace."""
    kept: dict[int, int] = {}
    for step in trace.steps[:first]:
        if step.kind in ("accumulate", "grad") and step.tensor is not None:
            keep(kept, trace, step)
    return kept


def frames_of(trace: Trace, cut: list[Chapter]) -> list[int]:
    """Return the frame of each step of a Trace that is told in chapters."""
    found: list[int] = []
    for chapter in cut:
        for group in groups(trace.steps[chapter.first : chapter.end]):
            found += [found[-1] + 1 if found else 0] * len(group)
    return found


def groups(steps: list[Step]) -> list[list[Step]]:
    """Return the steps in groups, one for each frame."""
    found: list[list[Step]] = []
    for step in steps:
        if step.kind in FOLLOWERS and found:
            found[-1].append(step)
        else:
            found.append([step])
    return found
