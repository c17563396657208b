"""Tensors: which states the program's tensors went through, what they are called, and who shares memory with
whom."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base.array_memory import storage
from ..trace.schema import Edge, Tensor
from .draft import Draft
from .entries import Created, Died, Flagged, Named, Retained, Tangent

_SMALL = 1 << 14  # bytes of memory that may be kept alive to be looked at again


@dataclass
class Unseen:
    """A tensor that has no entry for its present state yet: what is known of it when something is done with
    it."""

    array: Any
    requires_grad: bool
    version: int
    fn: int | None = None
    output: int = 0
    names: list[str] = field(default_factory=list)
    base: int | None = None


class Tensors:
    """The table of tensors.

    The log has a number for each tensor object, the table an entry for each of its states; `latest` leads
    from the one to the other. A tensor that no operation of the program made, such as a `.grad`, waits in
    `unseen` until something is done with it. `written` has the versions of tensors whose memory was written
    to.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._table = draft.trace.tensors
        self._notes: list[int] = []  # the numbers of the tensors in the table
        self.latest: dict[int, int] = {}
        self.unseen: dict[int, Unseen] = {}
        self.written: dict[int, int] = {}
        self.owners: dict[int, int] = {}  # the number of a `.grad` -> the number of the tensor whose it is
        self.on_entry: Callable[[Any, int], None] = lambda array, index: None
        self._apart: set[int] = set()  # those that count writes of their own on the memory of another, as `.data` does
        self._arrays: dict[int, Callable[[], np.ndarray | None]] = {}
        self._outputs: dict[tuple[int, int], int] = {}  # the latest tensors by node and output
        self._memory: dict[
            int, dict[int, None]
        ] = {}  # by the id of a storage: the numbers of those on it, or once on it

    # ---- states

    def add(self, note: int, array: Any, kind: str, requires_grad: bool, version: int, **fields: Any) -> int:
        """Add a state of a tensor, which takes the names of the one before; return its index."""
        index, before = len(self._table), self.latest.get(note)
        entry = Tensor(
            index if before is None else self._table[before].identity,
            version,
            kind,
            self._draft.value(array),
            requires_grad,
            len(self._draft.trace.steps),
            **fields,
        )
        entry.scope = self._draft.scope
        if before is not None:
            entry.names = list(self._table[before].names)
            entry.retained = self._table[before].retained
        self._table.append(entry)
        self._notes.append(note)
        self._draft.memories.hold_array(array, entry)
        self.latest[note] = index
        self._outputs[entry.fn, entry.output] = index
        self.remember(note, array)
        return index

    def create(self, entry: Created) -> None:
        """Add a tensor that a creation function made."""
        line, text = self._draft.places.at(entry.where)
        kind = "leaf" if entry.requires_grad else "constant"
        index = self.add(entry.note, entry.array, kind, entry.requires_grad, 0, line=line, text=text)
        self._draft.step("create", line, tensor=index, text=entry.name)

    def meet(self, note: int, unseen: Unseen) -> None:
        """A tensor that was not watched when it came to be, or since."""
        before = self.latest.get(note)
        self.remember(note, unseen.array)
        if before is not None:
            entry = self._table[before]
            state = entry.version, entry.fn, entry.requires_grad, entry.value
            if state == (unseen.version, unseen.fn, unseen.requires_grad, self._draft.value(unseen.array)):
                return
        self.unseen[note] = unseen

    def flag(self, entry: Flagged) -> None:
        """Set a leaf's requires_grad."""
        index, requires_grad = self.index(entry.note), entry.requires_grad
        if index is not None:
            tensor = self._table[index]
            tensor.required, tensor.requires_grad = tensor.requires_grad, requires_grad
            tensor.flagged = [len(self._draft.trace.steps), self._draft.places.at(entry.where)[0]]
            if tensor.fn is None:
                tensor.kind = "leaf" if requires_grad else "constant" if tensor.op is None else "result"

    def tangent(self, entry: Tangent) -> None:
        """Give a tensor its tangent in its present state."""
        index = self.latest.get(entry.note)
        if index is not None:
            self._table[index].tangent = self._draft.value(entry.array)

    def retained(self, entry: Retained) -> None:
        """Note that a result keeps its gradient from here on, in its later states too."""
        index = self.index(entry.note)
        if index is not None:
            self._table[index].retained = len(self._draft.trace.steps)

    def regrown(self, note: int, fn: int, base: int) -> None:
        """A view has a new grad_fn, since its base was written to. It is a new state, told of when it is
        used."""
        before = self.index(note)
        array = self.array(note)
        if before is not None and array is not None:
            version = self.written.get(note, self._table[before].version)
            self.unseen[note] = Unseen(array, True, version, fn, base=base)

    def index(self, note: int | None) -> int | None:
        """Return the latest entry of a tensor; one that was unseen so far gets it now."""
        unseen = self.unseen.pop(note, None)
        if unseen is None:
            return self.latest.get(note)
        before = self.latest.get(note)
        known = self._unpacked(note, unseen)
        if known is not None:
            return known
        if before is not None:  # met again, or changed unseen: it goes on showing what it showed
            return self._enter(note, unseen, before, self._table[before].base, self.index(self.owners.get(note)))
        shown, is_grad = self._shown_by(note, unseen)
        if is_grad:
            return self.index(shown)
        if shown is not None:
            self._apart.add(note)
        return self._enter(note, unseen, before, self.index(shown), self.index(self.owners.get(note)))

    def _enter(self, note: int, unseen: Unseen, before: int | None, shown: int | None, owner: int | None) -> int:
        """Add the entry of a tensor that was unseen; `shown` is the tensor it is the `.data` of, `owner` its
        `.grad`'s."""
        names = [f"{name}.grad" for name in self._names(owner)]
        if before is None:
            names += [f"{name}.data" for name in self._names(shown)]
        kind = "result" if unseen.fn is not None else "leaf" if unseen.requires_grad else "constant"
        index = self.add(
            note,
            unseen.array,
            kind,
            unseen.requires_grad,
            unseen.version,
            output=unseen.output,
            fn=unseen.fn,
            base=shown,
            grad_of=owner,
        )
        tensor = self._table[index]
        tensor.names = list(dict.fromkeys([*tensor.names, *unseen.names, *names]))
        if unseen.base is not None:
            self._describe_regrown(tensor, before, unseen.base)
        self.on_entry(unseen.array, index)
        return index

    def _names(self, index: int | None) -> list[str]:
        return [] if index is None else self._table[index].names

    def _describe_regrown(self, tensor: Tensor, before: int | None, base: int) -> None:
        """Fill in what is known of a view's new state from its old one and from its base."""
        tensor.base = self.index(base)
        if before is not None:
            tensor.text, tensor.line = self._table[before].text, self._table[before].line
        if tensor.fn is not None:
            fn = self._draft.trace.fns[tensor.fn]
            fn.line, fn.edges = tensor.line, [self.edge("self", tensor.base)]

    def edge(self, name: str, source: int | None) -> Edge:
        """Return the edge to where a tensor came from."""
        if source is None:
            return Edge(None, 0, name)
        tensor = self._table[source]
        return Edge(tensor.fn, tensor.output, name, source)

    def _unpacked(self, note: int, unseen: Unseen) -> int | None:
        """Return the tensor that a nameless one with a grad_fn is: a saved output, made into a tensor
        again."""
        if unseen.fn is None or unseen.base is not None or note in self.latest:
            return None
        index = self.output_of(unseen.fn, unseen.output)
        if index is not None:
            self.latest[note] = index
        return index

    def _shown_by(self, note: int, unseen: Unseen) -> tuple[int | None, bool]:
        """Return whose contents a nameless tensor shows, as `w.data` does, and whether that is a `.grad`.

        In a backward pass a nameless tensor is a gradient, whatever memory it happens to share.
        """
        if note in self.owners or unseen.fn is not None or self._draft.runs:
            return None, False
        shown = next((other for other in self.alike(unseen.array) if other != note), None)
        return shown, shown in self.owners

    def alike(self, array: Any) -> list[int]:
        """Return the known tensors that show all of a memory as `array` does, those first that require a gradient.

        It is these whose `.data` is taken.
        """
        found = [note for note, other in self.sharing(array).items() if other.shape == array.shape]
        known = [note for note in found if note in self.owners or note in self.latest]
        return sorted(known, key=lambda n: n not in self.latest or not self._table[self.latest[n]].requires_grad)

    def output_of(self, fn: int, output: int) -> int | None:
        """Return the latest tensor that is this output of a node (the variable of an AccumulateGrad)."""
        node = self._draft.trace.fns[fn]
        if node.variable is not None:
            return self.latest.get(self._notes[node.variable], node.variable)
        return self._outputs.get((fn, output))

    def known(self, notes: list[int]) -> list[int]:
        """Return the entries of those tensors that have one."""
        found = [self.index(note) for note in notes]
        return [index for index in found if index is not None]

    def version_now(self, index: int | None) -> int | None:
        """Return the version that the tensor of an entry has now."""
        if index is None:
            return None
        return self.written.get(self._notes[index], self._table[index].version)

    def named(self, entry: Named) -> None:
        """Name a tensor after the variable that the program put it into."""
        note, name = entry
        if note in self.unseen:
            self.unseen[note].names.append(name)
            return
        index = self.latest.get(note)
        if index is None:
            return
        tensor = self._table[index]
        function_of = self._draft.function_of
        inside = function_of(self._draft.scope)
        is_borrowed = inside is not None and function_of(tensor.scope) != inside  # `x, = ctx.saved_tensors`
        if name not in tensor.names and not is_borrowed:
            tensor.names.append(name)

    # ---- memory

    def remember(self, note: int, array: Any) -> None:
        """Note down which memory a tensor looks at. Only what is small is kept alive by that."""
        if not isinstance(array, np.ndarray):
            return
        owner = storage(array)
        self._arrays[note] = (lambda: array) if owner.nbytes <= _SMALL else weakref.ref(array)
        self._memory.setdefault(id(owner), {})[note] = None

    def died(self, entry: Died) -> None:
        """Forget the arrays of tensors that nobody has any more."""
        for note in entry.notes:
            self._arrays.pop(note, None)

    def array(self, note: int) -> np.ndarray | None:
        """Return the array of a tensor, None if nobody has it any more."""
        found = self._arrays.get(note)
        return None if found is None else found()

    def sharing(self, array: Any) -> dict[int, np.ndarray]:
        """Return the tensors on the memory of `array`, by number, each with its own array."""
        if not isinstance(array, np.ndarray):
            return {}
        owner = storage(array)
        notes = self._memory.get(id(owner), {})
        arrays = {note: self.array(note) for note in notes}
        for note, one in arrays.items():
            if one is None:  # every iteration leaves some
                del notes[note]
        return {note: one for note, one in arrays.items() if one is not None and storage(one) is owner}

    def changed(self, array: Any, written: int, version: int | None) -> list[list[int]] | None:
        """Return which other tensors on a memory that was written to now hold something else: [tensor, value]
        pairs."""
        found = []
        counting = self._counting(written)
        for note, other in self.sharing(array).items():
            index = self.latest.get(note)
            if version is not None and self._counting(note) == counting:
                self.written[note] = version
            if note != written and index is not None:
                found.append([index, self._draft.value(other)])
        return found or None

    def _counting(self, note: int) -> int | None:
        """Return the tensor with a version counter of its own that a tensor is, or is a view of."""
        while note not in self._apart:
            base = self._table[self.latest[note]].base if note in self.latest else None
            if base is None:
                return None
            note = self._notes[base]
        return note
