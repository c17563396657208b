"""Scopes: which iterations, calls of functions and calls of modules the program is in.

Nothing is told of where a loop or a function ends, so nothing can be missed there, by `break`, an exception or a generator
that is never resumed. A mark at the start of a loop's body counts, for the frame that runs it; which of these loops an
operation is in follows from the instructions that the frames of the program are at.
"""

from __future__ import annotations

import inspect
import sys
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType, TracebackType
from typing import Any

from .schema import ScopeKind

Range = tuple[int, int, int, int]  # first line and column, last line and column

_OWN = ("forward", "backward", "setup_context")  # what a Module or Function is called by is no call beside it
_RESUMED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(eq=False, slots=True)
class Loop:
    """A loop of the program: its header, the ranges of what it repeats, and the loops around it."""

    name: str
    line: int
    body: list[Range]
    around: tuple[Loop, ...]

    def repeats(self, code: CodeType) -> frozenset[int]:
        """Return the instructions of a code object that belong to what this loop repeats."""
        places = list(code.co_positions())
        inside = {place for place in set(places) if any(_is_inside(place, part) for part in self.body)}
        return frozenset(2 * i for i, place in enumerate(places) if place in inside)


def _is_inside(place: tuple, part: Range) -> bool:
    line, end_line, column, end_column = place
    if line is None or end_line is None:
        return False
    if column is None or end_column is None:
        return part[0] <= line and end_line <= part[2]
    return part[:2] <= (line, column) and (end_line, end_column) <= part[2:]


@dataclass(eq=False, slots=True)
class Stretch:
    """A stretch of the run, as the log speaks of it: each has one object. The fields are those of `trace.Scope`."""

    parent: Stretch | None
    kind: ScopeKind
    name: str
    line: int | None = None
    number: int | None = None
    type: str = ""
    phase: str | None = None
    node: Any = None


class _Turn:
    """The iteration that a frame's loop is in, and how many passes had begun before it."""

    __slots__ = ("loop", "number", "body", "passes", "stretch")

    def __init__(self, loop: Loop, body: frozenset[int], passes: int) -> None:
        self.loop = loop
        self.number = 0
        self.body = body
        self.passes = passes
        self.stretch: Stretch | None = None

    def under(self, outer: Stretch | None) -> Stretch:
        """Return the iteration as a stretch inside of `outer`, the same one each time."""
        known = self.stretch
        if known is None or known.parent is not outer:
            known = self.stretch = Stretch(outer, "loop", self.loop.name, self.loop.line, self.number)
        return known


class _Activation:
    """What is known of a frame of the program. The frame's `f_trace` holds it, which nobody reads unless
    sys.settrace is at work: so it lives as long as the frame, and the frame no longer for it."""

    __slots__ = ("turns", "base", "is_steady", "call", "__weakref__")

    def __init__(self) -> None:
        self.turns: list[_Turn] = []
        self.base: Stretch | None = None
        self.is_steady = False  # whether `base` will not change any more
        self.call: Stretch | None = None


class _Known:
    """A module: its path in the outermost one that runs, the name of a variable that holds it, and its calls."""

    __slots__ = ("module", "path", "root", "name", "calls")

    def __init__(self, module: Any) -> None:
        self.module = weakref.ref(module)
        self.path = self.name = ""
        self.root: Any = None
        self.calls = 0


class Scopes:
    """Knows where the program is. `loops` are those that its marks count, by number.

    `passes` counts the backward passes that have begun. A loop trains if a pass began in an iteration that has ended: `trains`
    is whether there was one, `on_turn` is called when its next iteration begins.
    """

    def __init__(self, filename: str) -> None:
        self.loops: list[Loop] = []
        self.passes = 0
        self.trains = False
        self.on_turn: Callable[[], None] | None = None
        self._filename = filename
        self._bodies: dict[tuple[int, int], tuple[CodeType, frozenset[int]]] = {}  # by loop and code object
        # The calls of Modules and custom Functions that are running, each with the frame that called it.
        self._opened: list[tuple[Stretch, int]] = []
        self._modules: dict[int, _Known] = {}
        self._root: Any = None  # the outermost module that is running, and
        self._root_at = 0  # how many calls were running when it was called

    # ---- loops

    def iterate(self, loop: int) -> bool:
        """Count an iteration of a loop, whose body is being entered; return True."""
        frame = sys._getframe(1)
        activation = frame.f_trace
        if type(activation) is not _Activation:
            if activation is not None:  # the program traces itself
                return True
            activation = frame.f_trace = _Activation()
        turns, entered = activation.turns, self.loops[loop]
        for depth, turn in enumerate(turns):
            if turn.loop is entered:
                del turns[depth + 1 :]
                turn.number += 1
                turn.stretch = None
                if turn.passes != self.passes:
                    turn.passes = self.passes
                    self.trains = True
                    if self.on_turn is not None:
                        self.on_turn()
                return True
        turns[:] = [turn for turn in turns if turn.loop in entered.around]
        turns.append(_Turn(entered, self._body(loop, frame.f_code), self.passes))
        return True

    def _body(self, loop: int, code: CodeType) -> frozenset[int]:
        key = loop, id(code)
        if key not in self._bodies:
            self._bodies[key] = code, self.loops[loop].repeats(code)
        return self._bodies[key][1]

    # ---- Modules and custom Functions

    def open(self, stretch: Stretch, frame: FrameType | None) -> None:
        """Enter a stretch that the program's `frame` has called."""
        self._opened.append((stretch, id(frame)))

    def close(self) -> None:
        """Leave the stretch that was entered last."""
        self._opened.pop()
        if len(self._opened) <= self._root_at:
            self._root = None

    @property
    def depth(self) -> int:
        """How many entered stretches have not been left."""
        return len(self._opened)

    def call_module(self, module: Any, frame: FrameType | None) -> None:
        """Enter a call of a module."""
        if self._root is None:
            self._root, self._root_at = module, len(self._opened)
        known = self._known(module)
        if module is not self._root and known.root is not self._root:
            for path, part in self._root.named_modules():
                inner = self._known(part)
                inner.path, inner.root = path, self._root
        name = known.name if module is self._root else known.path
        stretch = Stretch(self.at(frame), "module", name, number=known.calls, type=type(module).__name__)
        known.calls += 1
        self.open(stretch, frame)

    def name_module(self, module: Any, name: str) -> None:
        """Note that the program's variable `name` holds a module."""
        known = self._known(module)
        if not known.name or "." not in name:
            known.name = name.removeprefix("self.")

    def _known(self, module: Any) -> _Known:
        known = self._modules.get(id(module))
        if known is None or known.module() is not module:
            known = self._modules[id(module)] = _Known(module)
        return known

    # ---- where the program is

    def at(self, frame: FrameType | None) -> Stretch | None:
        """Return the innermost stretch that is running, given the innermost frame of the program."""
        if frame is None:
            return None
        if self._opened and self._opened[-1][1] == id(frame):
            return self._opened[-1][0]
        return self._inside(frame, frame.f_lasti)

    def _inside(self, frame: FrameType, instruction: int) -> Stretch | None:
        """Return the innermost stretch of a frame itself."""
        activation = frame.f_trace
        if type(activation) is not _Activation:
            if activation is not None:
                return None
            activation = frame.f_trace = _Activation()
        found = activation.base if activation.is_steady else self._base(frame, activation)
        for turn in activation.turns:
            if instruction in turn.body:
                found = turn.under(found)
        return found

    def _base(self, frame: FrameType, activation: _Activation) -> Stretch | None:
        """Return the stretch that a frame is as a whole: a call, or what it was called in."""
        code = frame.f_code
        caller = frame.f_back
        while caller is not None and caller.f_code.co_filename != self._filename:
            caller = caller.f_back
        outer = None if caller is None else self._around(caller)
        if _is_call(code, outer):
            if activation.call is None or activation.call.parent is not outer:
                activation.call = Stretch(outer, "call", code.co_name, code.co_firstlineno)
            outer = activation.call
        activation.base = outer
        activation.is_steady = not code.co_flags & _RESUMED  # a generator may go on in another place
        return outer

    def _around(self, caller: FrameType) -> Stretch | None:
        """Return the stretch in which a frame has called another one."""
        for stretch, frame in reversed(self._opened):
            if frame == id(caller):
                return stretch
        return self._inside(caller, caller.f_lasti)

    def of_failure(self, traceback: TracebackType | None) -> Stretch | None:
        """Return the innermost stretch that an exception was raised in."""
        found = None
        for frame, instruction in _frames(traceback, self._filename):
            activation = frame.f_trace
            if type(activation) is _Activation:
                found = activation.base if activation.is_steady else found
                for turn in activation.turns:
                    if instruction in turn.body:
                        found = turn.under(found)
        return found


def _frames(traceback: TracebackType | None, filename: str) -> Iterator[tuple[FrameType, int]]:
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == filename:
            yield traceback.tb_frame, traceback.tb_lasti
        traceback = traceback.tb_next


def _is_call(code: CodeType, outer: Stretch | None) -> bool:
    """Return whether a frame is a call of a function of the program, and not the module, a class or a comprehension."""
    if not code.co_flags & inspect.CO_OPTIMIZED or (code.co_name[0] == "<" and code.co_name != "<lambda>"):
        return False
    return outer is None or outer.kind not in ("module", "function") or code.co_name not in _OWN
