"""The recorder: an observer that keeps a log of what the engine does, from which a Trace is built when it is asked for.

While the program runs it only appends to the log: numbers for tensors and nodes, references to arrays, the place in the
program. It holds no tensor and no node, so that being watched changes nothing of a program's life. What a later write
would destroy is copied just before the write, once, into the journal.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from .accumulate import AccumulateGrad
from .graph import Node
from .observer import Observer
from .tensor import Tensor
from .trace import Trace
from .trace_builder import TraceBuilder
from .views import address, storage


@dataclass(frozen=True)
class TraceLimits:
    """How much of a run is kept: `operations` from its start, `steps` in all, `elements` of a tensor shown whole, and
    `held_bytes` of arrays held before they are summarised."""

    operations: int = 2000
    steps: int = 20_000
    elements: int = 256
    held_bytes: int = 48 << 20


class Ref(int):
    """The number of a tensor or node in the log, where an argument could also be a plain int."""

    __slots__ = ()


class Recorder(Observer):
    """Watches the engine and gives a Trace of what it saw.

    `source` is the program and `filename` the name it was compiled under: steps are put down to its lines.
    """

    _numbers = count(1)

    def __init__(self, source: str = "", filename: str = "<program>", limits: TraceLimits | None = None) -> None:
        self.filename = filename
        self.limits = limits or TraceLimits()
        self.log: list[tuple] = []
        self._journal: dict[int, tuple[np.ndarray, list[tuple[int, np.ndarray]]]] = {}
        self._held = 0
        self._first = next(Recorder._numbers)
        self._builder = TraceBuilder(source, self.limits)

    def trace(self) -> Trace:
        """Return the Trace of everything seen so far."""
        self._digest()
        return self._builder.finished()

    def named(self, name: str, value: Any) -> None:
        """The program bound `value` to `name`; what holds parameters names each of them."""
        if isinstance(value, Tensor):
            self.log.append(("named", self._number(value), name))
        elif type(value) in (tuple, list) and len(value) < 20:
            for i, item in enumerate(value):
                if isinstance(item, Tensor):
                    self.log.append(("named", self._number(item), f"{name}[{i}]"))
        elif hasattr(value, "named_parameters"):
            for key, parameter in value.named_parameters():
                self.log.append(("named", self._number(parameter), key))

    def printed(self, text: str) -> None:
        """The program wrote `text` to its standard output."""
        self.log.append(("printed", text))

    def failed(self, kind: str, message: str, line: int | None, traceback: str, tensors: list) -> None:
        """The program ended with an exception; `tensors` are those that it is about."""
        refs = [self._number(t) for t in tensors if isinstance(t, Tensor)]
        self.log.append(("failed", kind, message, line, traceback, refs))

    # ---- numbers for tensors and nodes

    def _number(self, tensor: Tensor) -> Ref:
        """Return the tensor's number; one that was not seen before is described in the log first."""
        note = tensor._note
        if note is None or note < self._first:
            note = self._introduce(tensor)
            node = tensor._node
            self.log.append((
                "meet", note, tensor._data, tensor._req is True, tensor._cell[0] if tensor._cell else 0,
                None if node is None else self._node(node), tensor._nr,
            ))  # fmt: skip
        return note

    def _introduce(self, tensor: Tensor) -> Ref:
        note = tensor._note = Ref(next(Recorder._numbers))
        return note

    def _node(self, node: Node) -> Ref:
        note = node._note
        if note is None or note < self._first:
            note = node._note = Ref(next(Recorder._numbers))
            kind = type(node)
            if isinstance(node, AccumulateGrad):
                self.log.append(("node", note, "AccumulateGrad", "accumulate", None, self._number(node.variable), None))
            else:
                custom = hasattr(kind, "_forward_cls")
                self.log.append((
                    "node", note, kind.__name__, "function" if custom else "op", node._seq, None, kind._op,
                ))  # fmt: skip
        return note

    def _result(self, out: Tensor) -> tuple:
        """Return what the log says of an output: number, array, whether it wants a gradient, node, output, base."""
        view = out._view
        self._held += out._data.nbytes
        return (
            self._introduce(out), out._data, out._req is True, None if out._node is None else self._node(out._node), out._nr,
            None if view is None else view.base._note, out._cell[0],
        )  # fmt: skip

    def _where(self) -> tuple | None:
        """Return the code and instruction of the program that is running, found from the innermost call outwards."""
        frame = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename == self.filename:
                return frame.f_code, frame.f_lasti
            frame = frame.f_back
        return None

    # ---- forward

    def created(self, name: str, tensor: Tensor) -> None:
        """Log a new leaf, unless an inner creation function logged it already."""
        if tensor._note is not None and tensor._note > self._first:
            return
        array = tensor.array()  # and no NumPy scalar, so that a later write through another name is seen as one
        self._held += array.nbytes
        self.log.append(("create", self._introduce(tensor), array, tensor._req is True, name, self._where()))

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """Log an operation with its arguments and results."""
        refs = tuple([self._argument(x) for x in inputs])
        self.log.append(("op", op, refs, tuple([self._result(out) for out in outputs]), self._where()))
        if self._held > self.limits.held_bytes:
            self._digest()

    def _argument(self, x: Any) -> Any:
        if isinstance(x, Tensor):
            note = x._note
            return note if note is not None and note > self._first else self._number(x)
        if type(x) in (list, tuple) and any(isinstance(item, Tensor) for item in x):
            return [self._argument(item) for item in x]
        return x

    def before_write(self, array: Any) -> None:
        """Copy the memory that is about to change, for the entries of the log that refer to it."""
        owner = storage(array)
        _, copies = self._journal.setdefault(id(owner), (owner, []))
        copies.append((len(self.log), owner.copy(order="K")))
        self._held += owner.nbytes

    def wrote(self, op: Any, inputs: tuple, tensor: Tensor) -> None:
        """Log an in-place operation: a new version of `tensor`."""
        refs = tuple([self._argument(x) for x in inputs])
        note = self._number(tensor)
        node = None if tensor._node is None else self._node(tensor._node)
        view = tensor._view
        base = None
        if view is not None and view.base._node is not None:
            base = self._number(view.base), self._node(view.base._node), view.base.array()
        self.log.append((
            "write", op, refs, note, tensor._data, tensor._cell[0], tensor._req is True, node, tensor._nr, base, self._where(),
        ))  # fmt: skip
        if self._held > self.limits.held_bytes:
            self._digest()

    def grad_wanted(self, tensor: Tensor) -> None:
        """Log that a leaf's requires_grad was set."""
        if tensor._note is not None and tensor._note > self._first:
            self.log.append(("flag", tensor._note, tensor._req is True))

    def regrown(self, tensor: Tensor) -> None:
        """Log the new grad_fn of a view."""
        if tensor._note is not None and tensor._note > self._first:
            base = tensor._view.base
            self.log.append(("regrown", tensor._note, self._node(tensor._node), self._number(base)))

    def function_begins(self, node: Any, inputs: tuple) -> None:
        """Log the start of a custom forward."""
        self.log.append(("function", self._node(node), tuple([self._argument(x) for x in inputs]), self._where()))

    def function_ends(self, node: Any, outputs: tuple) -> None:
        """Log the end of a custom forward, with its outputs as they now are."""
        found = []
        for out in outputs:
            if isinstance(out, Tensor):
                known = out._note if out._note is not None and out._note > self._first else None
                found.append((known, *self._result(out)))
                if known is not None:
                    out._note = known
        edges = [None if child is None else self._node(child) for child in node._next]
        saved = [(e[1]._note, e[1]._cell[0]) for e in node._saved or () if isinstance(e[1], Tensor)]
        self.log.append(("function_end", self._node(node), tuple(found), edges, saved))

    # ---- backward

    def backward_begins(self, run: Any) -> None:
        """Log a pass: its options, its roots and the part of the graph it will visit."""
        nodes = []
        for node in run.order:
            edges = tuple([None if child is None else self._node(child) for child in run.edges_of(node)])
            nodes.append((self._node(node), edges, node._nrs))
        roots = [
            (self._node(node), nr, _array(seed), implicit)
            for (node, nr), seed, implicit in zip(run.roots, run.seeds, run.implicit, strict=True)
        ]
        asked = [(self._node(node), nr) for node, nr in run.asked]
        kind = "grad" if run.captures else "backward"
        self.log.append(("pass", kind, roots, nodes, asked, run.keep_graph, run.create_graph, self._where()))

    def backward_ends(self, run: Any) -> None:
        """Log the end of a pass, with the gradients it returns."""
        self.log.append(("pass_end", [_array(g) for g in run.captured], self._where()))
        if self._held > self.limits.held_bytes:
            self._digest()

    def node_begins(self, run: Any, node: Any, grads: Any) -> None:
        """Log that a node is about to run."""
        self.log.append(("node_begin", self._node(node), _arrays(node, grads)))

    def node_ends(self, run: Any, node: Any, grads: Any, outs: tuple) -> None:
        """Log what a node made of its gradients."""
        found = tuple([_array(out) for out in outs])
        for array in found:
            if array is not None:
                self._held += array.nbytes
        freed = node._frees and not run.keep_graph
        self.log.append(("node_end", self._node(node), _arrays(node, grads), found, freed))

    def accumulated(self, variable: Any, before: Any, added: Any, after: Any) -> None:
        """Log an addition to a `.grad`."""
        grad = variable._grad
        note = grad._note if grad._note is not None and grad._note > self._first else self._introduce(grad)
        self.log.append(("accumulated", self._number(variable), before, added, grad.array(), note))

    def hook(self, kind: str, owner: Any, function: Any, before: Any, after: Any) -> None:
        """Log a hook."""
        nr = 0
        if isinstance(owner, tuple):
            owner, nr = owner
        owner = self._node(owner) if isinstance(owner, Node) else self._number(owner)
        name = getattr(function, "__name__", type(function).__name__)
        self.log.append(("hook", kind, owner, nr, name, _each(before), _each(after), self._where()))

    def grad_set(self, tensor: Any, before: Any, after: Any) -> None:
        """Log an assignment to `.grad`."""
        after_note = None if after is None else self._number(after)
        self.log.append((
            "grad_set", self._number(tensor), _array(before), _array(after), after_note, self._where(),
        ))  # fmt: skip

    # ---- from the log to the Trace

    def _digest(self) -> None:
        """Let the builder read the log, then forget it and the arrays it held."""
        self._builder.read(self.log, self._contents)
        self.log.clear()
        self._journal.clear()
        self._held = 0

    def _contents(self, array: Any, position: int) -> Any:
        """Return what `array` held when the log had `position` entries."""
        if type(array) is not np.ndarray:
            return array
        owner = storage(array)
        entry = self._journal.get(id(owner))
        if entry is None:
            return array
        for written_at, copy in entry[1]:
            if written_at > position:
                flat = copy.ravel(order="K")
                offset = address(array) - address(owner)
                return np.ndarray(array.shape, array.dtype, flat, offset, array.strides)
        return array


def _array(value: Any) -> Any:
    return value._data if isinstance(value, Tensor) else value


def _arrays(node: Node, grads: Any) -> tuple:
    if not node._multi:
        return (_array(grads),)
    return tuple(_array((grads or {}).get(nr)) for nr in range(node._width))


def _each(value: Any) -> tuple:
    return tuple(_array(item) for item in value) if isinstance(value, tuple) else (_array(value),)
