"""Training steps: which one the program is in, told from where it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import CodeType
from weakref import WeakSet

import torch

from autograd_engine.trace.schema import Scope, Trace

Position = list[tuple[CodeType, int]]  # the instruction of each frame, the outermost first


class Training:
    """Counts training steps: the iterations of the loop that trains, however many optimizers step in it.

    Nothing is told of where a loop begins, so one has come round if an optimizer has stepped and the program is at an
    instruction before the pass that this step used. Where there is no loop, the same optimizer begins to step again.
    """

    def __init__(self) -> None:
        self.number = 0
        self._stepped: WeakSet[torch.optim.Optimizer] = WeakSet()  # in this training step
        self._pass: Position | None = None  # the last one before the first of them stepped
        self._latest: Position | None = None  # the last one of all

    @property
    def count(self) -> int:
        """How many training steps an optimizer has stepped in."""
        return self.number + bool(self._stepped)

    def begin_pass(self) -> None:
        """A pass begins."""
        self._latest = _position()
        if not self._stepped:
            self._pass = self._latest

    def stepped(self, optimizer: torch.optim.Optimizer) -> None:
        """An optimizer has stepped."""
        self._pass = self._pass or self._latest or _position()
        self._stepped.add(optimizer)

    def has_stepped(self, optimizer: torch.optim.Optimizer) -> bool:
        """Return whether an optimizer has stepped in this training step."""
        return optimizer in self._stepped

    def has_come_round(self) -> bool:
        """Return whether the program is in the next iteration of the loop that trains."""
        return bool(self._stepped) and _is_before(_position(), self._pass)

    def next(self) -> None:
        """Another training step begins."""
        self.number += 1
        self._stepped.clear()
        self._pass = None


def _position() -> Position:
    frame, found = sys._getframe(1), []
    while frame is not None:
        found.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return found[::-1]


def _is_before(one: Position, other: Position) -> bool:
    """Return whether a position is before another in the code where they part; false if that is not the same code."""
    for (code, instruction), (other_code, other_instruction) in zip(one, other, strict=False):
        if code is not other_code or instruction != other_instruction:
            return code is other_code and instruction < other_instruction
    return False


def _tables(trace: Trace) -> tuple[list, ...]:
    """Return the tables whose entries are in scopes, and that of the scopes."""
    return trace.tensors, trace.ops, trace.fns, trace.steps, trace.scopes


def lengths(trace: Trace) -> list[int]:
    """Return how much there is of each table now, for `split`."""
    return [len(table) for table in _tables(trace)]


def cut(trace: Trace, begins: list[int]) -> None:
    """Remove what has come since the tables were as long as `begins`; values stay."""
    for table, begin in zip(_tables(trace), begins, strict=True):
        del table[begin:]
    end = len(trace.steps)
    del trace.passes[sum(step.kind == "backward" for step in trace.steps) :]
    trace.reads[:] = [read for read in trace.reads if read.step <= end]
    trace.stdout[:] = [(step, text) for step, text in trace.stdout if step < end]
    for tensor in trace.tensors:
        if tensor.retained is not None and tensor.retained >= end:
            tensor.retained = None


def split(trace: Trace, begins: list[int], step: Scope) -> dict[int | None, int | None]:
    """Move what has come since the tables were as long as `begins` into the training step `step`.

    It is put into copies of the scopes that were running then. Returns where each scope that it is in now stands.
    """
    *tables, scopes = _tables(trace)
    first = begins[-1]
    moved = [entry for table, begin in zip(tables, begins, strict=False) for entry in table[begin:]]
    waiting = [entry.scope for entry in moved] + [scope.parent for scope in scopes[first:]]
    running: set[int] = set()
    while waiting:
        scope = waiting.pop()
        if scope is not None and scope not in running:
            running.add(scope)
            waiting.append(scopes[scope].parent)
    copied = sorted(scope for scope in running if scope < first)
    places = {None: None} | {scope: first + i for i, scope in enumerate(copied)}
    places |= {scope: scope + len(copied) for scope in range(first, len(scopes))}
    copies = [step if scopes[i].parent is None else replace(scopes[i]) for i in copied]
    for scope in scopes[first:]:
        if scope.parent is None:  # nothing of the step before was recorded
            scope.number = step.number
    for scope in [*copies, *scopes[first:]]:
        scope.parent = places[scope.parent]
    for entry in moved:
        entry.scope = places[entry.scope]
    scopes[first:first] = copies
    return places
