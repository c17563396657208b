"""A run with a number nudged, told on the picture that its program has already: what changes, without any layout."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import json
from collections.abc import Iterator

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import Step, Tensor, Trace, from_json

from ..chapters.chapters import chapters
from ..chapters.parts import replace
from ..narration.insides import insides
from ..picture.memory import letters
from ..schema import Gain, Handle, Nudged, NudgedPass, NudgedRoot, SeedPlace
from .chapter_alone import excerpt
from .document import error_of, printed, values_of
from .frames import frames_of
from .sheets import Sheets, curves, sheets_of, structure
from .writing import written


def worker(payload: bytes) -> bytes:
    """Return what the player needs of a nudged run (docs/payload.md), packed; called in a locked child.

    The Trace follows a line with the number of the chapter that is to be told, or null for all of them.
    """
    chapter, _, trace = payload.partition(b"\n")
    with uncollected():
        found = nudged(from_json(trace), json.loads(chapter))
        return gzip.compress(written(found), 1, mtime=0)


def nudged(trace: Trace, chapter: int | None = None) -> Nudged:
    """Return the parts of the payload that numbers change, and what can be nudged.

    Two runs with the same `shape` have the same picture and the same steps. Of one `chapter` alone, the rest is as in the
    answer for the run as it is.
    """
    cut = chapters(trace)
    if chapter is not None and chapter < len(cut) > 1:
        frame_of = frames_of(trace, cut)
        steps, tracks, functions = excerpt(trace, cut[chapter], frame_of)
        handles = [handle for *_, handle in (*_states(trace), *_seeds(trace))]
    else:
        story = sheets_of(trace)
        frame_of, steps, tracks = story.frame_of, story.steps, story.tracks
        functions, handles = insides(trace, frame_of, []), _placed(trace, story)
    return Nudged(
        _shape(trace), curves(trace, cut), values_of(trace), error_of(trace), _passes(trace), steps, tracks, functions, handles,
        printed(trace, frame_of),
    )  # fmt: skip


def _shape(trace: Trace) -> str:
    """Return what two runs have in common that have the same picture and steps: all but numbers, and texts that are numbers."""
    ops = [replace(op, inputs=[argument.tensors for argument in op.inputs]) for op in trace.ops]
    bare = replace(trace, ops=ops, fns=[replace(fn, ctx=[]) for fn in trace.fns])
    return hashlib.blake2b(structure(bare, letters(trace)).encode(), digest_size=8).hexdigest()


def _placed(trace: Trace, story: Sheets) -> list[Handle]:
    """Return the handles with the box of each, and the step from which on it shows their numbers."""
    found = []
    for at, tensor, handle in _states(trace):
        for sheet in story.sheets:
            if tensor in sheet.box_of:
                found.append(dataclasses.replace(handle, box=sheet.box_of[tensor], step=story.frame_of[at]))
    for at, handle in _seeds(trace):
        box = story.steps[story.frame_of[at]].box
        if box is not None:
            found.append(dataclasses.replace(handle, box=box, step=story.frame_of[at]))
    return found


def _states(trace: Trace) -> Iterator[tuple[int, int, Handle]]:
    """Yield the tensors that the program created, and leaves that it computed or wrote to: step, number, handle."""
    numbers = {"creation": 0, "operation": 0, "write": 0}
    earlier = _earlier(trace)
    for at, step in enumerate(trace.steps):
        if step.kind == "omitted":
            return  # how many there were of each is not known from here on
        name = None if step.how == "function" else _COUNTED.get(step.kind)
        if name is None:
            continue
        number = numbers[name]
        numbers[name] += name == "operation"
        tensor = None if step.tensor is None else trace.tensors[step.tensor]
        if tensor is None or (name != "creation" and tensor.kind != "leaf"):
            continue
        before = earlier[step.tensor]
        if name == "write" and before is not None and (before.kind != "leaf" or before.version == tensor.version):
            continue  # it became a leaf later, or was written to unseen
        numbers[name] = number + 1
        passes = _passes_of(trace, tensor.identity, at)
        yield at, step.tensor, Handle(tensor.value, passes, **{name: number})


# Steps at which a number can be replaced. Operations are all counted, of writes those to leaves that a version tells.
_COUNTED = {"create": "creation", "op": "operation", "write": "write"}


def _earlier(trace: Trace) -> list[Tensor | None]:
    """Return for each state of a tensor the one before it."""
    latest: dict[int, Tensor] = {}
    found = []
    for tensor in trace.tensors:
        found.append(latest.get(tensor.identity))
        latest[tensor.identity] = tensor
    return found


def _passes_of(trace: Trace, identity: int, at: int) -> list[Gain]:
    """Return the passes from a step on, until the tensor is written to, each with the gradient that it brought it."""
    found: list[Gain] = []
    for step in map(trace.steps.__getitem__, range(at + 1, len(trace.steps))):  # a slice copies all that follows
        if step.kind == "write" and trace.tensors[step.tensor].identity == identity:
            break
        if step.kind == "backward":
            found.append(Gain(step.run, None))
        elif found and _receiver(trace, step) == identity and not step.awaited:
            found[-1] = Gain(found[-1].run, step.value if step.kind == "accumulate" else step.after)
    return found


def _receiver(trace: Trace, step: Step) -> int | None:
    """Return the leaf that a step brings a gradient to."""
    if step.kind == "accumulate":
        return None if step.tensor is None else trace.tensors[step.tensor].identity
    if step.kind != "arrive" or trace.fns[step.fn].variable is None:
        return None
    return trace.tensors[trace.fns[step.fn].variable].identity


def _seeds(trace: Trace) -> Iterator[tuple[int, Handle]]:
    """Yield the seeds that nobody gave: step, handle."""
    for at, step in enumerate(trace.steps):
        if step.kind == "omitted" and step.run is None:
            return  # how many passes there were is not known from here on
        if step.kind != "backward":
            continue
        roots = trace.passes[step.run].roots
        seed = roots[0].seed if roots and roots[0].implicit else None
        if seed is not None:
            yield at, Handle(seed, [Gain(step.run, None)], seed=SeedPlace(step.run, 0))


def _passes(trace: Trace) -> list[NudgedPass]:
    """Return the backward passes with what they start at."""
    creations = {step.tensor: n for n, step in enumerate(s for s in trace.steps if s.kind == "create")}
    found = []
    for run in trace.passes:
        roots = [
            NudgedRoot(
                None if root.tensor is None else trace.tensors[root.tensor].value, root.seed, creations.get(root.given)
            )
            for root in run.roots
        ]
        found.append(NudgedPass(roots, _name(trace, run.roots[0].tensor) if run.roots else ""))
    return found


def _name(trace: Trace, tensor: int | None) -> str:
    if tensor is None:
        return ""
    entry = trace.tensors[tensor]
    return entry.names[0] if entry.names else entry.text
