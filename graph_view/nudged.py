"""A run with a number nudged, told on the picture that its program has already: what changes, without any layout."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace import Step, Tensor, Trace, plain

from .document import encoded, value_entry
from .insides import insides
from .story import Story, told
from .words import Words


def worker(trace: bytes) -> bytes:
    """Return what the player needs of a nudged run (docs/payload.md), packed; called in a locked child."""
    with uncollected():
        return gzip.compress(encoded(nudged(msgspec.json.decode(trace, type=Trace))), 1, mtime=0)


def nudged(trace: Trace) -> dict[str, Any]:
    """Return the parts of the payload that numbers change, and what can be nudged.

    Two runs with the same `shape` have the same picture and the same steps.
    """
    story = told(trace, Words())
    return {
        "shape": _shape(story),
        "tracks": [tracks.plain() for sheet in story.sheets for tracks in sheet.tracks],
        "steps": story.steps,
        "curves": story.curves,
        "functions": insides(trace, story.frame_of, []),
        "values": [value_entry(value) for value in trace.values],
        "stdout": [[story.frame_of[step] if story.frame_of else 0, text] for step, text in trace.stdout],
        "error": None if trace.error is None else plain(trace.error),
        "handles": [*_states(trace, story), *_seeds(trace, story)],
        "passes": _passes(trace),
    }


def _shape(story: Story) -> str:
    """Return what two runs have in common that have the same picture and steps."""
    pictures = [sheet.look for sheet in story.sheets]
    steps = [[step.get(name) for name in ("kind", "line", "box", "to", "links")] for step in story.steps]
    chapters = [story.chapters, story.bindings]
    return hashlib.blake2b(msgspec.json.encode([pictures, steps, chapters]), digest_size=8).hexdigest()


def _states(trace: Trace, story: Story) -> Iterator[dict[str, Any]]:
    """Yield the boxes of tensors that the program created, of leaves that it computed or wrote to, with later passes."""
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
        for sheet in story.sheets:
            if step.tensor in sheet.box_of:
                box, frame = sheet.box_of[step.tensor], story.frame_of[at]
                yield {"box": box, "step": frame, name: number, "value": tensor.value, "passes": passes}


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


def _passes_of(trace: Trace, identity: int, at: int) -> list[list]:
    """Return the passes from a step on, until the tensor is written to, each with the gradient that it brought it."""
    found: list[list] = []
    for step in trace.steps[at + 1 :]:
        if step.kind == "write" and trace.tensors[step.tensor].identity == identity:
            break
        if step.kind == "backward":
            found.append([step.run, None])
        elif found and _receiver(trace, step) == identity and not step.awaited:
            found[-1][1] = step.value if step.kind == "accumulate" else step.after
    return found


def _receiver(trace: Trace, step: Step) -> int | None:
    """Return the leaf that a step brings a gradient to."""
    if step.kind == "accumulate":
        return None if step.tensor is None else trace.tensors[step.tensor].identity
    if step.kind != "arrive" or trace.fns[step.fn].variable is None:
        return None
    return trace.tensors[trace.fns[step.fn].variable].identity


def _seeds(trace: Trace, story: Story) -> Iterator[dict[str, Any]]:
    """Yield the boxes of the seeds that nobody gave."""
    for at, step in enumerate(trace.steps):
        if step.kind == "omitted" and step.run is None:
            return  # how many passes there were is not known from here on
        if step.kind != "backward":
            continue
        roots = trace.passes[step.run].roots
        frame = story.frame_of[at]
        box, seed = story.steps[frame].get("box"), roots[0].seed if roots and roots[0].implicit else None
        if box is not None and seed is not None:
            yield {"box": box, "step": frame, "seed": [step.run, 0], "value": seed, "passes": [[step.run, None]]}


def _passes(trace: Trace) -> list[dict[str, Any]]:
    """Return for each pass the step where it begins and its roots: [value, seed, creation of the seed]."""
    creations = {step.tensor: n for n, step in enumerate(s for s in trace.steps if s.kind == "create")}
    found = []
    for run in trace.passes:
        roots = [
            [None if root.tensor is None else trace.tensors[root.tensor].value, root.seed, creations.get(root.given)]
            for root in run.roots
        ]
        found.append({"roots": roots, "name": _name(trace, run.roots[0].tensor) if run.roots else ""})
    return found


def _name(trace: Trace, tensor: int | None) -> str:
    if tensor is None:
        return ""
    entry = trace.tensors[tensor]
    return entry.names[0] if entry.names else entry.text
