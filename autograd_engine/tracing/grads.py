"""Gradients kept in `.grad`: whose they are, what was added to them, and what the program does to them
itself."""

from __future__ import annotations

from typing import Any

from ..trace.schema import Read
from .draft import Draft
from .entries import Accumulated, GradRead, GradRefused, GradSet
from .nodes import Nodes
from .tensors import Tensors, Unseen

_RECENT = 64  # reads among which one is looked for, so that a loop that only reads is told once


class Grads:
    """Reads the log's entries about `.grad`s."""

    def __init__(self, draft: Draft, tensors: Tensors, nodes: Nodes) -> None:
        self._draft = draft
        self._tensors = tensors
        self._nodes = nodes
        self._given: dict[int, int | None] = {}  # what custom backwards were given: arrays by id, and their contents

    def given(self, grads: tuple) -> None:
        """A custom backward is called with these gradients."""
        self._given = {id(g): self._draft.value(g) for g in grads if g is not None}

    def overwritten(self, note: int, array: Any, version: int) -> None:
        """A custom backward or a hook has overwritten a gradient that had no entry: make it, as it was
        given."""
        self._tensors.unseen.pop(note, None)
        index = self._tensors.add(note, array, "constant", False, version)
        tensor = self._draft.trace.tensors[index]
        tensor.value = self._given.get(id(array), tensor.value)

    def accumulated(self, entry: Accumulated) -> None:
        """Tell what was added to a `.grad`."""
        draft, node = self._draft, entry.node
        if node is not None and node not in self._nodes.known:
            return
        tensor, run = self._tensors.index(entry.variable), draft.run
        self._has(entry.variable, entry.grad, entry.after)
        draft.step(
            "accumulate",
            None if run is None else run.line,
            fn=self._nodes.known.get(node),
            tensor=tensor,
            before=draft.value_before(entry.before, entry.since),
            value=draft.value_before(entry.added, entry.since),
            after=draft.value(entry.after),
        )

    def refused(self, entry: GradRefused) -> None:
        """Tell of an AccumulateGrad that ran in vain."""
        if entry.node in self._nodes.known:
            draft, kept = self._draft, self._draft.value(entry.held)
            draft.step(
                "accumulate",
                draft.run.line,
                fn=self._nodes.known[entry.node],
                tensor=self._tensors.index(entry.variable),
                before=kept,
                value=draft.value(entry.grad),
                after=kept,
                how="refused",
            )

    def _has(self, owner: int, grad: int, array: Any) -> None:
        """Note that `grad` is the `.grad` of `owner` and holds `array`; its entry, if any, is out of date."""
        tensors = self._tensors
        tensors.owners[grad] = owner
        before = tensors.latest.get(grad)
        if grad not in tensors.unseen and (before is None or self._draft.trace.tensors[before].op is None):
            version = 0 if before is None else self._draft.trace.tensors[before].version + 1
            tensors.unseen[grad] = Unseen(array, False, version)
        tensors.remember(grad, array)

    def written(self, grads: list[int], how: str, line: int | None, since: int) -> None:
        """Memory of `.grad`s was written to, under whatever name."""
        for grad in grads:
            owner, array = self._tensors.owners[grad], self._tensors.array(grad)
            before, after = self._draft.value_before(array, since), self._draft.value(array)
            if before != after or len(grads) == 1:
                self._has(owner, grad, array)
                self._draft.step("grad", line, tensor=self._tensors.index(owner), before=before, after=after, how=how)

    def read(self, entry: GradRead) -> None:
        """Tell that the program looked at a `.grad`, unless nothing else is told of its tensor."""
        trace, tensor = self._draft.trace, self._tensors.latest.get(entry.note)
        if tensor is not None:
            read = Read(tensor, len(trace.steps), entry.is_none, *self._draft.places.at(entry.where))
            if read not in trace.reads[-_RECENT:]:
                trace.reads.append(read)

    def set(self, entry: GradSet) -> None:
        """Tell that the program assigned to a `.grad`."""
        tensors, draft = self._tensors, self._draft
        note, before, after, grad, where = entry
        if after is not None and after is before and tensors.owners.get(grad) == note:
            return  # the second half of `w.grad *= 2`, after the write
        if grad is not None:
            tensors.owners[grad] = note
            tensors.remember(grad, after)
        line, _ = draft.places.at(where)
        new = draft.value(after)
        draft.step(
            "grad",
            line,
            tensor=tensors.index(note),
            before=draft.value(before),
            after=new,
            how="None" if after is None else "assigned",
        )
