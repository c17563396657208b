"""The recorder: an observer that keeps a log of what the engine does, from which a Trace is built when it is
asked for.

While the program runs it only appends to the log: numbers for tensors and nodes, references to arrays, the
place in the program. It holds no tensor and no node, so that being watched changes nothing of a program's
life. What a later write would destroy is copied just before the write, once, into the journal.

A long program is kept in two parts. Its beginning goes to the builder, whole. Of the rest only the end stays
in the log: again and again, where no pass and no custom Function is running, the log gets a mark, and what
lies before an old mark is dropped. What follows a mark stands by itself, since it tells anew of every tensor
that it uses. The end before the first gradient that is not finite goes to the builder too: that is where one
looks for the cause.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from itertools import count, islice
from traceback import format_exception_only
from types import FrameType, TracebackType
from typing import Any, NamedTuple

import numpy as np

from ..base.array_memory import storage
from ..graph.node import ACCUMULATE_SEQUENCE_NR, Node
from ..graph.observer import Observer
from ..graph.tangents import current_level, pushes, tangent_of
from ..graph.tensor import Tensor
from ..graph.views import version_of
from ..op.definition import OpParameter
from ..passes.function_node import BackwardCFunction
from ..trace.schema import Step, Trace, TraceLimits
from ..trace.scopes import Scopes, Stretch
from .arguments import plain_text
from .builder import TraceBuilder
from .entries import (
    Accumulated,
    Base,
    Created,
    Died,
    Entered,
    Failed,
    Flagged,
    FunctionBegan,
    FunctionEnded,
    FunctionFailed,
    FunctionResult,
    Given,
    GradRead,
    GradRefused,
    GradSet,
    HookRan,
    Met,
    Named,
    NodeBegan,
    NodeEnded,
    NodeRef,
    PassBegan,
    PassEnded,
    PassNode,
    PassRoot,
    Printed,
    Ran,
    Ref,
    Refused,
    Regrown,
    Result,
    Retained,
    Tangent,
    Wrote,
    WroteOutside,
)
from .journal import Journal
from .operations import Update
from .shared import Shared
from .tail import Tail

_OFTEN = 256  # entries of the log after which it is looked at
_PATIENCE = 2048  # entries of the log in which an iteration is waited for
_SEQUENCES = (tuple, list)
_RECENT = 256  # entries of the log among which a gradient is looked for
_SMALL = 4096  # bytes of an array that are not counted
_MOST_ATTRIBUTES = 20  # of a ctx
_FEWEST = 3  # iterations that make a beginning: of the first ones, one may be unlike the others
_NO_SCOPE = object()
_TOO_FULL = 2  # how many times what is to be kept of the beginning makes one pass too long to be kept whole


# Makes the entries of which a program has most: a named tuple's own constructor takes twice as long.
_new = tuple.__new__


class BeginningKept(BaseException):
    """Ends a program of which only the beginning was asked for."""


class EngineRecorder(Observer):
    """Watches the engine and gives a Trace of what it saw.

    `source` is the program and `filename` the name it was compiled under: steps are put down to its lines.
    """

    _new_number = map(Ref, count(1)).__next__

    def __init__(self, source: str = "", filename: str = "<program>", limits: TraceLimits | None = None) -> None:
        self.filename = filename
        self.limits = limits or TraceLimits()
        self.log: list[NamedTuple] = []
        self._journal = Journal()
        self._shared = Shared()
        self._held = 0
        self._look_at = max(_OFTEN, self.limits.operations)  # the length of the log at which to look at it
        self._depth = 0  # passes and custom forwards that are running
        self._overwritten: tuple[int | None, int] = None, 0  # by the latest write: whose memory, and when
        self._running: Node | None = None  # the node that a pass is running
        self.scopes = Scopes(filename)
        self._scope: Any = _NO_SCOPE  # the stretch of the run that the log has come to
        self._passes: list[tuple[Stretch | None, int]] = []  # where each began, and how many stretches were open
        # Numbers below `_first` are of other recorders. Those below `_floor` are of tensors that the log, or
        # what is left of it, does not tell of, unless they are in `_met`.
        self._first = self._floor = EngineRecorder._new_number()
        self._met: set[int] = set()
        self._views: dict[int, list[tuple[weakref.ref, Ref]]] = {}  # by their base's number
        self._owners: dict[int, int] = {}  # the number of a `.grad` -> of whose it is
        self._tail: Tail | None = None
        self._is_finite = True  # whether all gradients of leaves are, so far
        self._keeps_end = False  # whether the end so far is to be kept
        self._middle = self.limits.middle  # None once it is kept
        self._builder = TraceBuilder(source, self.limits)
        self.is_whole = True  # whether the program was not ended after its beginning
        self._turns = 0
        self._optimizers: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()  # their numbers
        self._stepped: list[list[int]] = []  # by number: how many steps were made, and how many left out
        if self.limits.beginning is not None:
            self.scopes.on_turn = self._may_end

    def trace(self) -> Trace:
        """Return the Trace of everything seen so far."""
        if self._tail is not None:
            self._audible()
        self._digest()
        self._builder.count_steps(self._stepped)
        return self._builder.trace

    def steps(self) -> list[Step]:
        """Return the steps of the program's beginning so far."""
        if self._tail is None:
            self._digest()
        return self._builder.trace.steps

    def _may_end(self) -> None:
        """End the program, whose next iteration begins, if that was its beginning."""
        self._turns += 1
        is_long = self._builder.full or len(self.log) >= self.limits.beginning
        if is_long and self._turns >= _FEWEST and not self._depth and self._tail is None:
            self.is_whole = False
            self.scopes.on_turn = None
            raise BeginningKept

    def named(self, name: str, value: Any) -> None:
        """The program bound `value` to `name`; what holds parameters names each of them."""
        if isinstance(value, Tensor):
            self.log.append(Named(self._number(value), name))
        elif type(value) in (tuple, list) and len(value) < 20:
            for i, item in enumerate(value):
                if type(item) not in (tuple, list):
                    self.named(f"{name}[{i}]", item)
        elif type(value) is dict and len(value) < 20:
            for key, item in value.items():
                if isinstance(item, Tensor) or hasattr(item, "named_parameters"):
                    self.named(f"{name}[{key!r}]", item)
        elif hasattr(value, "named_parameters") and not isinstance(value, type):
            self.scopes.name_module(value, name)
            for key, tensor in (*value.named_parameters(), *value.named_buffers()):
                self.log.append(Named(self._number(tensor), f"{name}.{key}".removeprefix("self.")))

    def printed(self, text: str) -> None:
        """The program wrote `text` to its standard output."""
        self.log.append(Printed(text))

    def failed(
        self, kind: str, message: str, line: int | None, traceback: str, tensors: list, raised: TracebackType | None
    ) -> None:
        """The program ended with an exception, `raised` where this says; `tensors` are those that it is about."""
        self._audible()
        refs = [self._number(t) for t in tensors if isinstance(t, Tensor)]
        self._log_scope(self.scopes.of_failure(raised))
        self.log.append(Failed(kind, message, line, traceback, refs))

    # ---- numbers for tensors and nodes

    def _number(self, tensor: Tensor) -> Ref:
        """Return the tensor's number; one that the log does not tell of is described in it first."""
        note = tensor._note
        if note is not None and (note > self._floor or note in self._met):
            return note
        if note is None or note < self._first:
            note = tensor._note = self._new_number()
        self._met.add(note)
        node = tensor._node
        self.log.append(
            Met(
                note,
                tensor._data,
                tensor._req is True,
                version_of(tensor),
                None if node is None else self._node(node),
                tensor._nr,
                self._owners.get(note),
            )
        )
        if self._tail is not None:
            for name in self._variables(tensor):
                self.log.append(Named(note, name))
        return note

    def _variables(self, tensor: Tensor) -> list[str]:
        """Return the variables of the program that hold a tensor, which the log may not tell of any more."""
        frame = self._frame(1)
        if frame is None:
            return []
        names = {**frame.f_globals, **frame.f_locals}
        return [name for name, value in names.items() if value is tensor]

    def _is_watched(self, tensor: Tensor) -> bool:
        """Return whether this recorder has given the tensor a number."""
        return tensor._note is not None and tensor._note > self._first

    def _node(self, node: Node) -> NodeRef:
        """Return what the log calls a node: by its sequence number, or an AccumulateGrad by a number of its
        own."""
        key = self._key(node)
        return NodeRef(key, type(node), self._number(node.variable) if key < 0 else None)

    def _key(self, node: Node) -> int:
        if node._seq != ACCUMULATE_SEQUENCE_NR:
            return node._seq
        note = node._note
        if note is None or note < self._first:
            note = node._note = self._new_number()
        return -note

    def _frame(self, depth: int) -> Any:
        """Return the frame of the program that is running, found from the innermost call outwards."""
        frame = sys._getframe(depth + 1)
        filename = self.filename
        while frame is not None and frame.f_code.co_filename != filename:
            frame = frame.f_back
        return frame

    def _where(self) -> tuple | None:
        """Return the code and instruction of the program that is running, and log the stretch of the run it is in."""
        frame = self._frame(2)
        if frame is None:
            return None
        self._log_scope(self.scopes.at(frame))
        return frame.f_code, frame.f_lasti

    def _log_scope_of_pass(self) -> None:
        """Log the stretch in which the pass that is running began."""
        if self._passes:
            self._log_scope(self._passes[-1][0])

    def _log_scope(self, stretch: Stretch | None) -> None:
        """Log the stretch of the run that what follows is in."""
        if stretch is not self._scope:
            self._scope = stretch
            self.log.append(_new(Entered, (stretch,)))

    # ---- forward

    def created(self, name: str, tensor: Tensor) -> None:
        """Log a new leaf, unless an inner creation function logged it already."""
        if self._is_watched(tensor):
            return
        array = tensor.array()  # and no NumPy scalar, so that a later write through another name is seen as one
        self._hold(array)
        note = tensor._note = self._new_number()
        self.log.append(Created(note, array, tensor._req is True, name, self._where()))
        self._look()

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """Log an operation with its arguments and results."""
        refs = []
        floor = self._floor
        for x in inputs:
            if type(x) is Tensor:
                note = x._note
                refs.append(note if note is not None and note > floor else self._number(x))
            else:
                refs.append(x if x is None or type(x) is float else self._argument(x))
        results = []
        for out in outputs:
            if out is None:  # a gradient that nobody asked for
                continue
            data, node, view = out._data, out._node, out._view
            note = out._note = self._new_number()
            if data.nbytes > _SMALL:
                self._hold(data)
            results.append(
                _new(
                    Result,
                    (
                        note,
                        data,
                        out._req is True,
                        None if node is None else type(node),
                        None if node is None else node._seq,
                        out._nr,
                        None if view is None else self._base(view.base, out),
                        0 if out._inference else out._cell[0],
                    ),
                )
            )
        frame = sys._getframe(2)
        filename = self.filename
        while frame is not None and frame.f_code.co_filename != filename:
            frame = frame.f_back
        log = self.log
        stretch = self.scopes.at(frame)
        if stretch is not self._scope:
            self._scope = stretch
            log.append(_new(Entered, (stretch,)))
        log.append(_new(Ran, (op, refs, results, None if frame is None else (frame.f_code, frame.f_lasti))))
        if current_level.get() is not None:  # pushes(), without another call for each operation
            self._log_tangents(outputs)
        if len(log) > self._look_at:
            self._examine()

    def dual(self, tensor: Tensor, tangent: Tensor) -> None:
        """Log a copy of a tangent: what is written to the tensor is written to it too, and nobody is told."""
        array = tangent.array().copy()
        self._hold(array)
        self.log.append(Tangent(self._number(tensor), array))

    def _log_tangents(self, tensors: tuple) -> None:
        """Log the tangents that the results of an operation have in forward mode."""
        for tensor in tensors:
            tangent = None if tensor is None else tangent_of(tensor)
            if tangent is not None:
                self.dual(tensor, tangent)

    def _hold(self, array: Any) -> None:
        """Count the bytes of an array that the log refers to. What is small is bounded by the log's
        length."""
        self._held += array.nbytes
        if self._held > self.limits.held_bytes:
            self._look_at = -1

    def _base(self, base: Tensor, view: Tensor) -> Ref | None:
        """Return the number of a view's base, and keep an eye on how long the view lives."""
        if not self._is_watched(base):
            return None
        views = self._views.setdefault(base._note, [])
        views.append((weakref.ref(view), view._note))
        if len(views) % _OFTEN == 0:
            self._bury(base)
        return self._number(base)

    def _bury(self, base: Tensor) -> None:
        """Log which views of a tensor's memory are no more, before others are told to have changed."""
        views = self._views.get(base._note)
        if views:
            dead = [note for view, note in views if view() is None]
            if dead:
                self.log.append(Died(dead))
                self._views[base._note] = [pair for pair in views if pair[0]() is not None]

    def _argument(self, x: Any) -> Any:
        if isinstance(x, Tensor):
            return self._number(x)
        if type(x) in (list, tuple) and any(isinstance(item, Tensor) for item in x):
            return [self._argument(item) for item in x]
        return x

    def shared(self, array: Any) -> None:
        """Look at memory that NumPy can write to."""
        self._shared.add(array)

    def statement_ended(self) -> None:
        """Log what the program's last statement has written to tensors through NumPy."""
        for array, before in self._shared.changed():
            where = self._where()
            if self.log is not self._tail:
                self._hold(self._journal.keep(array, self._position(), before))
            self.log.append(WroteOutside(self._new_number(), array, where))

    def before_write(self, array: Any) -> None:
        """Copy the memory that is about to change, for the entries of the log that refer to it."""
        self._shared.written(array)
        if self.log is not self._tail:
            self._hold(self._journal.keep(array, self._position()))
            self._overwritten = id(storage(array)), len(self.log)

    def _entries_since_write(self, array: Any) -> int:
        """Return how many entries the log has got since `before_write` for this memory, -1 if it was not
        written to."""
        (owner, length), self._overwritten = self._overwritten, (None, 0)
        is_written = type(array) is np.ndarray and id(storage(array)) == owner
        return len(self.log) - length if is_written else -1

    def wrote(self, op: Any, inputs: tuple, tensor: Tensor) -> None:
        """Log an in-place operation: a new version of `tensor`."""
        where = self._where()
        refs = tuple([self._argument(x) for x in inputs])
        note = self._number(tensor)
        node = None if tensor._node is None else self._node(tensor._node)
        view = tensor._view
        self._bury(tensor if view is None else view.base)
        base = None
        if view is not None and view.base._node is not None:
            base = Base(self._number(view.base), self._node(view.base._node), view.base.array())
        self.log.append(
            Wrote(
                op,
                refs,
                note,
                tensor._data,
                version_of(tensor),
                tensor._req is True,
                node,
                tensor._nr,
                base,
                self._entries_since_write(tensor._data),
                where,
            )
        )
        if pushes():
            self._log_tangents((tensor,))
        self._look()

    def updated(self, name: str, inputs: dict[str, Any], tensor: Tensor) -> None:
        """Log a step of an optimizer as the in-place operation that it is to a reader."""
        self.wrote(Update(name, tuple(map(OpParameter, inputs))), tuple(inputs.values()), tensor)

    def optimizer_given(self, optimizer: Any, tensors: list) -> None:
        """Log that an optimizer holds tensors."""
        number = self._optimizers.setdefault(optimizer, len(self._stepped))
        if number == len(self._stepped):
            self._stepped.append([0, 0])
        notes = [self._number(tensor) for tensor in tensors]
        self.log.append(Given(number, type(optimizer).__name__, notes, self._where()))

    def optimizer_stepped(self, optimizer: Any, is_skipped: bool) -> None:
        """Count a step of an optimizer, which may have been made before the recording began."""
        if optimizer not in self._optimizers:
            self.optimizer_given(optimizer, [p for group in optimizer.param_groups for p in group["params"]])
        self._stepped[self._optimizers[optimizer]][is_skipped] += 1

    def retained(self, tensor: Tensor) -> None:
        """Log that a result keeps its gradient from here on."""
        self.log.append(Retained(self._number(tensor)))

    def requires_grad_set(self, tensor: Tensor) -> None:
        """Log that a leaf's requires_grad was set."""
        if self._is_watched(tensor):
            self.log.append(Flagged(self._number(tensor), tensor._req is True, self._where()))

    def regrown(self, tensor: Tensor) -> None:
        """Log the new grad_fn of a view, unless the log has yet to tell of the view."""
        note = tensor._note
        if note is not None and (note > self._floor or note in self._met):
            self.log.append(Regrown(note, self._node(tensor._node), self._number(tensor._view.base)))

    def function_begins(self, node: Any, inputs: tuple) -> None:
        """Log the start of a custom forward."""
        self._depth += 1
        frame, ref = self._frame(1), self._node(node)
        self.log.append(FunctionBegan(ref, tuple([self._argument(x) for x in inputs]), self._where()))
        self._enter(ref, "forward", frame)

    def _enter(self, node: NodeRef, phase: str, frame: FrameType | None) -> None:
        """Enter a custom Function that the program's `frame` has called."""
        name = node.kind.__name__.removesuffix("Backward")
        stretch = Stretch(self.scopes.at(frame), "function", name, phase=phase, node=node)
        self.scopes.open(stretch, frame)
        self._log_scope(stretch)

    def function_ends(self, node: Any, outputs: tuple) -> None:
        """Log the end of a custom forward, with its outputs as they now are."""
        results = []
        for out in outputs:
            if isinstance(out, Tensor):
                note = out._note
                if not self._is_watched(out):
                    note = out._note = self._new_number()
                self._hold(out._data)
                outer = None if out._node is None else self._node(out._node)
                results.append(FunctionResult(note, out._data, out._req is True, outer, out._nr, version_of(out)))
        edges = [None if child is None else self._node(child) for child in node._next]
        saved = [self._saved(node, entry, outputs) for entry in node._saved or ()]
        items = list(islice(vars(node).items(), _MOST_ATTRIBUTES))
        ctx = [(name, self._number(x) if isinstance(x, Tensor) else plain_text(x)) for name, x in items]
        ctx.insert(0, ("needs_input_grad", plain_text(node.needs_input_grad)))
        self.scopes.close()
        self._log_scope(self.scopes.at(self._frame(1)))
        self.log.append(FunctionEnded(self._node(node), tuple(results), edges, saved, ctx))
        self._depth -= 1
        self._look()

    def _saved(self, node: Any, entry: tuple, outputs: tuple) -> tuple[Ref | str, int | None]:
        """Return what `save_for_backward` kept: a tensor's number and version, a text if it is no tensor."""
        kind, value, *rest = entry
        if kind == "result":
            value = next(out for out in outputs if isinstance(out, Tensor) and (out._node, out._nr) == (node, rest[0]))
        return (self._number(value), version_of(value)) if isinstance(value, Tensor) else (plain_text(value), None)

    def function_fails(self, node: Any) -> None:
        """Log that a custom forward broke off."""
        self.log.append(FunctionFailed())
        self.scopes.close()
        self._log_scope(self.scopes.at(self._frame(1)))
        self._depth -= 1

    def module_begins(self, module: Any) -> None:
        """Enter a Module's call."""
        self.scopes.call_module(module, self._frame(1))

    def module_ends(self, module: Any) -> None:
        """Leave a Module's call."""
        self.scopes.close()

    # ---- backward

    def backward_begins(self, run: Any) -> None:
        """Log a pass: its options, its roots and the part of the graph it will visit."""
        self._depth += 1
        self.scopes.passes += 1
        frame = self._frame(1)
        self._passes.append((self.scopes.at(frame), self.scopes.depth))
        pruned, key = run.needed is not None, self._key
        nodes = []
        for node in run.order:
            if node._seq == ACCUMULATE_SEQUENCE_NR:
                nodes.append(PassNode(*self._node(node), (), None))
                continue
            children = run.edges_of(node) if pruned else node._next
            edges = [None if c is None else c._seq if c._seq != ACCUMULATE_SEQUENCE_NR else key(c) for c in children]
            nodes.append(_new(PassNode, (node._seq, type(node), None, edges, node._nrs)))
        roots = [
            PassRoot(self._node(node), nr, _array(seed), implicit)
            for (node, nr), seed, implicit in zip(run.roots, run.seeds, run.implicit, strict=True)
        ]
        asked = [(self._node(node), nr) for node, nr in run.asked]
        kind = "grad" if run.captures else "backward"
        where = None if frame is None else (frame.f_code, frame.f_lasti)
        self._log_scope_of_pass()
        self.log.append(PassBegan(kind, roots, nodes, asked, run.keep_graph, run.create_graph, where))

    def backward_refused(self, tensors: Any, error: Exception) -> None:
        """Log a pass that does not begin, and the tensors from which it was to."""
        given = tensors if isinstance(tensors, tuple | list) else [tensors]
        self._refused([t for t in given if isinstance(t, Tensor)], error)

    def write_refused(self, tensor: Any, error: Exception) -> None:
        """Log a write to a leaf that is not done."""
        self._refused([tensor], error, "write")

    def _refused(self, tensors: list[Tensor], error: Exception, how: str | None = None) -> None:
        where = self._where()
        refs = [self._number(tensor) for tensor in tensors]
        self.log.append(Refused(refs, "".join(format_exception_only(error)).strip(), where, how))
        self._look()

    def backward_ends(self, run: Any) -> None:
        """Log the end of a pass: the gradients it returns, or the node and the exception that broke it off."""
        failed = why = None
        if self._running is not None:
            failed = self._key(self._running)
            why = "".join(format_exception_only(sys.exception())).strip()
        self._running = None
        self.log.append(PassEnded([_array(g) for g in run.captured], failed, why))
        self._scope = _NO_SCOPE
        _, depth = self._passes.pop()
        while self.scopes.depth > depth:  # custom backwards that an exception has left
            self.scopes.close()
        self._depth -= 1
        self._look()

    def node_begins(self, run: Any, node: Any, grads: Any) -> None:
        """Remember which node is running; log it if what it does is logged too."""
        self._running = node
        custom = node._op is None and isinstance(node, BackwardCFunction)
        if custom or run.on_tensors:
            self._log_scope_of_pass()
            self.log.append(NodeBegan(self._key(node), _arrays(node, grads)))
        if custom:
            self._enter(self._node(node), "backward", self._frame(1))

    def node_ends(self, run: Any, node: Any, grads: Any, outs: tuple) -> None:
        """Log what a node made of its gradients."""
        self._running = None
        if run.on_tensors:
            outs = tuple([_array(out) for out in outs])
        for out in outs:
            if out is not None and out.nbytes > _SMALL:
                self._hold(out)
        key = node._seq
        if key == ACCUMULATE_SEQUENCE_NR:
            key = -node._note
        given = (grads,) if not (node._multi or run.on_tensors) else _arrays(node, grads)
        log = self.log
        if node._op is None and isinstance(node, BackwardCFunction):
            self.scopes.close()
        if self._passes and self._passes[-1][0] is not self._scope:
            self._log_scope_of_pass()
        log.append(_new(NodeEnded, (key, given, outs, node._frees and not run.keep_graph)))
        if len(log) > self._look_at:
            self._examine()

    def accumulated(self, variable: Any, before: Any, added: Any, after: Any) -> None:
        """Log an addition to a `.grad`."""
        grad = variable._grad
        note = grad._note
        if note is None or note < self._first:
            note = grad._note = self._new_number()
        owner = self._owners[note] = self._number(variable)
        self._log_scope_of_pass()
        since = self._entries_since_write(before)
        if self._is_finite and not np.isfinite(added).all():
            self._is_finite = False
            self._keeps_end = self._tail is not None
        self.log.append(Accumulated(owner, before, added, grad.array(), note, self._accumulator(), since))

    def refused(self, variable: Any, grad: Any) -> None:
        """Log a gradient that a leaf does not take."""
        held = None if variable._grad is None else variable._grad.array()
        self.log.append(GradRefused(self._number(variable), held, grad, self._accumulator()))

    def _accumulator(self) -> int | None:
        """Return the number of the AccumulateGrad that is running, None outside of one."""
        node = self._running
        return -node._note if node is not None and node._seq == ACCUMULATE_SEQUENCE_NR else None

    def references(self, array: Any, most: int) -> int:
        """Return how often the newest entries refer to a gradient; it came from one of them."""
        found = 0
        for entry in islice(reversed(self.log), _RECENT):
            for part in entry:
                found += part is array
                if isinstance(part, _SEQUENCES):
                    for item in part:
                        found += item is array or (isinstance(item, tuple) and any(one is array for one in item))
            if found >= most:
                return most
        return found

    def hook(self, kind: str, owner: Any, function: Any, before: Any, after: Any) -> None:
        """Log a hook."""
        nr = 0
        if isinstance(owner, tuple):
            owner, nr = owner
        owner = self._node(owner) if isinstance(owner, Node) else self._number(owner)
        name = getattr(function, "__name__", type(function).__name__)
        self.log.append(HookRan(kind, owner, nr, name, _each(before), _each(after), self._where()))

    def grad_read(self, tensor: Any, reader: Any) -> None:
        """Log that the program itself looks at a `.grad`."""
        if reader.f_code.co_filename == self.filename:
            where = reader.f_code, reader.f_lasti
            self.log.append(GradRead(self._number(tensor), tensor._grad is None, where))
            self._look()

    def grad_set(self, tensor: Any, before: Any, after: Any) -> None:
        """Log an assignment to `.grad`."""
        owner = self._number(tensor)
        note = None if after is None else self._number(after)
        if note is not None:
            self._owners[note] = owner
        self.log.append(GradSet(owner, _array(before), _array(after), note, self._where()))

    # ---- from the log to the Trace

    def _position(self) -> int:
        """Return the position of the next entry, counted from the first one after the builder's last."""
        return len(self.log) + (0 if self._tail is None else self._tail.dropped)

    def _look(self) -> None:
        if len(self.log) > self._look_at:
            self._examine()

    def _examine(self) -> None:
        """The log has become long, or holds much: give it to the builder, or, at the end of a program,
        shorten it."""
        if self._tail is None:
            self._digest()
            full = self._builder.full
            self._look_at = max(_OFTEN, int(self.limits.operations * (1 - full))) if full < 1 else -1
            if full >= _TOO_FULL and self._depth:
                self._begin_tail()
                self._mute()
            elif full >= 1 and not self._depth:
                self._cut_by(self._begin_tail)
        elif self._depth == 0:
            self._cut_by(self._shorten)
        elif self._held > self.limits.held_bytes:
            self._mute()

    def _cut_by(self, cut: Callable[[], None]) -> None:
        """Cut the log where a loop that trains begins its next iteration, so that none is in pieces; here if that is far."""

        def at_turn() -> None:
            if not self._depth:
                self._cut_by(cut)

        if self.scopes.on_turn is None and self.scopes.trains and self.log is not self._tail:
            self.scopes.on_turn = at_turn
            self._look_at = len(self.log) + _PATIENCE
        else:
            cut()
            self._look_at = len(self.log) + _OFTEN

    def _digest(self) -> None:
        """Let the builder read the log, then forget it and the arrays it held."""
        if self._tail is not None and self._tail.dropped:
            self._builder.omit(*self._tail.omitted())
        with np.errstate(all="ignore"):  # what it adds up, the program has added up before
            self._builder.read(self.log, self._contents)
        self.log.clear()
        self._journal.clear()
        self._held = 0

    def _contents(self, array: Any, position: int) -> Any:
        return self._journal.at(array, position + (0 if self._tail is None else self._tail.dropped))

    # ---- the end of a long program

    def _begin_tail(self) -> None:
        """From here on the log is kept only for as long as it may be the program's end."""
        self._digest()
        self._tail = Tail(self.limits, self._builder.knows, self._middle)
        self._mark()

    def _mark(self) -> None:
        """Let what follows stand by itself."""
        self.scopes.on_turn = None
        self._floor = self._new_number()
        self._met.clear()
        self._scope = _NO_SCOPE
        living = {base: [v for v in views if v[0]() is not None] for base, views in self._views.items()}
        self._views = {base: views for base, views in living.items() if views}
        self._owners = {grad: owner for owner, grad in {owner: grad for grad, owner in self._owners.items()}.items()}
        self._tail.mark(self.log, self._held, self.scopes.passes)
        self._held = 0

    def _shorten(self) -> None:
        """Mark this place, and drop what is too far from the end; keep the end where gradients ceased to be finite, and
        once it is the middle."""
        self._audible()
        if not self._keeps_end:
            self._mark()
            self._keeps_end = self._tail.drop(self.log)
            if self._keeps_end:
                self._middle = None
        if self._keeps_end:
            self._keeps_end = False
            self._begin_tail()
            return
        self._journal.forget(self._tail.dropped)

    def _mute(self) -> None:
        """Drop everything, and what follows until nothing is running: it is too much to be kept."""
        self._tail.clear(self.log)
        self._journal.clear()
        self._held = 0
        self.log = self._tail
        self._look_at = -1

    def _audible(self) -> None:
        """End the silence."""
        if self.log is self._tail:
            self.log = []
            self._scope = _NO_SCOPE
            self._floor = self._new_number()
            self._met.clear()


def _array(value: Any) -> Any:
    return value._data if isinstance(value, Tensor) else value


def _arrays(node: Node, grads: Any) -> tuple:
    if not node._multi:
        return (_array(grads),)
    return tuple(_array((grads or {}).get(nr)) for nr in range(node._width))


def _each(value: Any) -> tuple:
    return tuple(_array(item) for item in value) if isinstance(value, tuple) else (_array(value),)
