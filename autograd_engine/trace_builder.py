"""From the recorder's log to a Trace: what each entry means, in the tables and steps that docs/trace.md describes."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .trace import (
    Argument,
    Edge,
    Error,
    Fn,
    Formula,
    Operation,
    Pass,
    Root,
    Saved,
    Scope,
    Step,
    Tensor,
    Trace,
    Value,
)

from .views import storage

if TYPE_CHECKING:
    from .recorder import TraceLimits

_NUMBER_PARAMETERS = ("value", "values", "src")  # what is assigned, as in `x[0] = 5`

_CORNER = 8  # rows and columns kept of a large tensor


class TraceBuilder:
    """Reads the log piece by piece and fills a Trace.

    `_tensors` and `_fns` map the log's numbers to the tables: a number stands for a tensor object, the table has one
    entry for each of its versions, and the map gives the latest. A tensor that no operation of the program made, such as
    a `.grad`, waits in `_unseen` until something is done with it.
    """

    def __init__(self, source: str, limits: TraceLimits) -> None:
        self._trace = Trace(source)
        self._limits = limits
        self._lines = SourceText(source)
        self._tensors: dict[int, int] = {}
        self._unseen: dict[int, _Unseen] = {}
        self._fns: dict[int, int] = {}
        self._values: dict[tuple, int] = {}
        self._memory: dict[int, dict[int, np.ndarray]] = {}  # what looks at a storage: numbers and their arrays
        self._arrays: dict[int, np.ndarray] = {}
        self._versions: dict[int, int] = {}  # of the tensors that were written to, by number
        self._grad_of: dict[int, int] = {}  # the number of a `.grad` tensor -> the number of its owner
        self._grad_arrays: dict[int, Any] = {}  # the number of a `.grad` tensor -> the array that it holds
        self._grad_values: dict[int, int | None] = {}  # the number of a tensor -> the contents of its `.grad`
        self._calls: list[tuple] = []  # the calls of custom forwards that have not returned
        self._failing: int | None = None  # the node that was running when a pass broke off
        self._seeds: dict[int, Root] = {}  # of recorded passes, by the id of the seed's array
        self._held_seeds: list[Any] = []  # those arrays, so that the ids stay theirs
        self._given: dict[int, int | None] = {}  # what custom backwards were given: arrays by id, and their contents
        self._scopes: list[int] = []
        self._runs: list[_Run] = []
        self._omitted = 0
        self._read_at: Callable[[Any], Any] = lambda array: array

    # ---- reading

    def read(self, log: list[tuple], contents: Callable[[Any, int], Any]) -> None:
        """Take in the next part of the log; `contents(array, position)` is what an array held at that point of it."""
        for position, entry in enumerate(log):
            self._read_at = lambda array, position=position: contents(array, position)
            full = len(self._trace.ops) >= self._limits.operations or len(self._trace.steps) >= self._limits.steps
            if full and entry[0] not in ("failed", "printed"):
                self._omitted += entry[0] in ("op", "write")
                continue
            getattr(self, f"_{entry[0]}")(*entry[1:])

    def finished(self) -> Trace:
        """Return the Trace."""
        return self._trace

    # ---- small pieces

    def _step(self, kind: str, line: int | None = None, **fields: Any) -> Step:
        step = Step(kind, line, **fields)
        step.scope = self._scopes[-1] if self._scopes else None
        if self._runs and step.run is None:
            step.run = self._runs[-1].index
        self._trace.steps.append(step)
        return step

    def _value(self, array: Any) -> int | None:
        """Return the index of the contents of an array now, an entry per distinct contents."""
        return None if array is None else self._value_of(np.asarray(self._read_at(array)))

    def _value_of(self, array: np.ndarray) -> int:
        key: tuple
        if array.size <= self._limits.elements:
            key = (array.dtype.str, array.shape, array.tobytes())
            value = None
        else:
            value = summary(array)
            key = (array.dtype.str, array.shape, str(value.stats), str(value.data))
        if key not in self._values:
            self._values[key] = len(self._trace.values)
            self._trace.values.append(value or whole(array))
        return self._values[key]

    def _add_tensor(self, note: int, array: Any, kind: str, requires_grad: bool, version: int, **fields: Any) -> int:
        index = len(self._trace.tensors)
        entry = Tensor(int(note), version, kind, self._value(array), requires_grad, len(self._trace.steps), **fields)
        entry.scope = self._scopes[-1] if self._scopes else None
        before = self._tensors.get(note)
        if before is not None:
            entry.names = list(self._trace.tensors[before].names)
        self._trace.tensors.append(entry)
        self._tensors[note] = index
        self._remember(note, array)
        return index

    def _remember(self, note: int, array: Any) -> None:
        """Note down which memory a tensor looks at."""
        if isinstance(array, np.ndarray):
            self._memory.setdefault(id(storage(array)), {})[note] = array
            self._arrays[note] = array

    def _sharing(self, array: Any) -> dict[int, np.ndarray]:
        """Return the tensors on the memory of `array`, by number, each with its own array."""
        return self._memory.get(id(storage(array)), {}) if isinstance(array, np.ndarray) else {}

    def _tensor_of(self, note: int | None) -> int | None:
        """Return the latest entry of a tensor; one that was unseen so far gets it now."""
        unseen = self._unseen.pop(note, None)
        if unseen is None:
            return self._tensors.get(note)
        before = self._tensors.get(note)
        known = self._unpacked(note, unseen)
        if known is not None:
            return known
        shown, is_grad = self._shown_by(note, unseen)
        if is_grad:
            return self._tensor_of(shown)
        base = self._tensor_of(shown)
        owner = self._tensor_of(self._grad_of.get(note))
        names = [f"{name}.grad" for name in self._names(owner)] + [f"{name}.data" for name in self._names(base)]
        kind = "result" if unseen.node is not None else "leaf" if unseen.requires_grad else "constant"
        index = self._add_tensor(
            note, unseen.array, kind, unseen.requires_grad, unseen.version, output=unseen.nr, fn=self._fns.get(unseen.node),
            base=base, grad_of=owner,
        )  # fmt: skip
        tensor = self._trace.tensors[index]
        tensor.names = list(dict.fromkeys([*tensor.names, *unseen.names, *names]))
        if unseen.base is not None:
            self._describe_regrown(index, before, unseen.base)
        root = self._seeds.get(id(unseen.array))
        if root is not None and root.given is None:
            root.given = index
        return index

    def _names(self, tensor: int | None) -> list[str]:
        return [] if tensor is None else self._trace.tensors[tensor].names

    def _unpacked(self, note: int, unseen: _Unseen) -> int | None:
        """Return the tensor that a nameless one with a grad_fn is: a saved output, made into a tensor again."""
        if unseen.node is None or unseen.base is not None or note in self._tensors:
            return None
        index = self._tensor_at(self._fns[unseen.node], unseen.nr)
        if index is not None:
            self._tensors[note] = index
        return index

    def _shown_by(self, note: int, unseen: _Unseen) -> tuple[int | None, bool]:
        """Return whose contents a nameless tensor shows, as `w.data` does, and whether that is a `.grad`.

        In a backward pass a nameless tensor is a gradient, whatever memory it happens to share.
        """
        if note in self._grad_of or unseen.node is not None or self._runs:
            return None, False
        for other, array in self._sharing(unseen.array).items():
            is_grad = other in self._grad_of
            if other != note and array.shape == unseen.array.shape and (is_grad or other in self._tensors):
                return other, is_grad
        return None, False

    def _known(self, notes: list[int]) -> list[int]:
        found = [self._tensor_of(note) for note in notes]
        return [index for index in found if index is not None]

    # ---- entries: tensors and nodes

    def _create(self, note: int, array: Any, requires_grad: bool, name: str, where: Any) -> None:
        line, text = self._lines.at(where)
        index = self._add_tensor(
            note, array, "leaf" if requires_grad else "constant", requires_grad, 0, line=line, text=text
        )
        self._step("create", line, tensor=index, text=name)

    def _meet(self, note: int, array: Any, requires_grad: bool, version: int, node: int | None, nr: int) -> None:
        self._unseen[note] = _Unseen(array, requires_grad, version, node, nr)
        self._remember(note, array)

    def _node(self, note: int, name: str, kind: str, seq: int | None, variable: int | None, op: Any) -> None:
        fn = Fn(name, kind, seq)
        if variable is not None:
            fn.variable = self._tensor_of(variable)
        if op is not None:
            fn.formulas = [Formula(list(f.inputs), op.formula_text(f.inputs[0])) for f in op.formulas]
        self._fns[note] = len(self._trace.fns)
        self._trace.fns.append(fn)

    def _flag(self, note: int, requires_grad: bool) -> None:
        index = self._tensor_of(note)
        if index is not None:
            tensor = self._trace.tensors[index]
            tensor.requires_grad = requires_grad
            if tensor.fn is None:
                tensor.kind = "leaf" if requires_grad else "constant" if tensor.op is None else "result"

    def _named(self, note: int, name: str) -> None:
        if note in self._unseen:
            self._unseen[note].names.append(name)
            return
        index = self._tensors.get(note)
        if index is None:
            return
        tensor = self._trace.tensors[index]
        is_borrowed = bool(self._scopes) and tensor.scope != self._scopes[-1]  # `x, = ctx.saved_tensors`
        if name not in tensor.names and not is_borrowed:
            tensor.names.append(name)

    def _printed(self, text: str) -> None:
        stdout, step = self._trace.stdout, max(len(self._trace.steps) - 1, 0)
        if stdout and stdout[-1][0] == step:
            stdout[-1] = (step, stdout[-1][1] + text)
        else:
            stdout.append((step, text))

    def _regrown(self, note: int, node: int, base: int) -> None:
        """A view has a new grad_fn, since its base was written to. It is a new state, told of when it is used."""
        before = self._tensor_of(note)
        if before is not None and note in self._arrays:
            version = self._versions.get(note, self._trace.tensors[before].version)
            self._unseen[note] = _Unseen(self._arrays[note], True, version, node, base=base)

    def _describe_regrown(self, index: int, before: int | None, base: int) -> None:
        """Fill in what is known of a view's new state from its old one and from its base."""
        tensor = self._trace.tensors[index]
        tensor.base = self._tensor_of(base)
        if before is not None:
            tensor.text, tensor.line = self._trace.tensors[before].text, self._trace.tensors[before].line
        if tensor.fn is not None:
            fn = self._trace.fns[tensor.fn]
            fn.line, fn.edges = tensor.line, [self._edge("self", tensor.base)]

    # ---- entries: operations

    def _op(self, op: Any, refs: tuple, outs: tuple, where: Any) -> None:
        if self._is_internal(where):
            return
        line, text = self._lines.at(where)
        operation = Operation(op.label, self._arguments(op, refs), [], line=line, text=text)
        operation.scope = self._scopes[-1] if self._scopes else None
        index = len(self._trace.ops)
        self._trace.ops.append(operation)
        for note, array, requires_grad, node, nr, base, version in outs:
            tensor = self._add_tensor(
                note, array, "result", requires_grad, version, op=index, line=line, text=text, output=nr,
                base=self._tensor_of(base),
            )  # fmt: skip
            operation.outputs.append(tensor)
            if node is not None:
                operation.fn = self._trace.tensors[tensor].fn = self._fns.get(node)
        if operation.fn is not None:
            self._complete_fn(self._trace.fns[operation.fn], index, op, refs, operation.outputs)
        self._step("op", line, op=index, tensor=operation.outputs[0] if operation.outputs else None)

    def _is_internal(self, where: Any) -> bool:
        """Return whether an operation is the backward pass's own doing, and no part of a graph either."""
        run = self._runs[-1] if self._runs else None
        return run is not None and not run.recorded and not self._in_backward() and where == run.where

    def _in_backward(self) -> bool:
        """Return whether a custom Function's backward is running."""
        return bool(self._scopes) and self._trace.scopes[self._scopes[-1]].phase == "backward"

    def _arguments(self, op: Any, refs: tuple) -> list[Argument]:
        names = [p.name for p in op.parameters]
        found = []
        for name, ref in zip(names, refs, strict=False):
            if _is_ref(ref) and self._is_number(name, ref):
                found.append(Argument(name, text=f"{self._unseen[ref].array.item():g}"))
            elif _is_ref(ref):
                found.append(Argument(name, tensors=self._known([ref])))
            elif isinstance(ref, list) and any(_is_ref(item) for item in ref):
                found.append(Argument(name, tensors=self._known([r for r in ref if _is_ref(r)])))
            else:
                default = next((p.default for p in op.parameters if p.name == name), None)
                if ref is not default and ref is not None:
                    found.append(Argument(name, text=short_text(ref)))
        return found

    def _is_number(self, name: str, note: int) -> bool:
        """Return whether an argument is a number of the program that an operation has made into a tensor."""
        unseen = self._unseen.get(note)
        if name not in _NUMBER_PARAMETERS or unseen is None or unseen.node is not None or note in self._grad_of:
            return False
        return not unseen.names and unseen.array.ndim == 0

    def _operand(self, name: str, ref: Any) -> int | None:
        """Return the tensor that an argument is, None for anything else."""
        return self._tensor_of(ref) if _is_ref(ref) and not self._is_number(name, ref) else None

    def _complete_fn(self, fn: Fn, index: int, op: Any, refs: tuple, outputs: list[int]) -> None:
        """Fill in what a node's operation says of it: its line, where its gradients go, and what it saves."""
        operation = self._trace.ops[index]
        fn.op, fn.line = index, operation.line
        by_name = dict(zip([p.name for p in op.parameters], refs, strict=False))
        for p in op.inputs:
            ref = by_name.get(p.name)
            for i, one in enumerate(ref if isinstance(ref, list) else [ref]):
                source = self._operand(p.name, one)
                edge = self._edge(f"{p.name}[{i}]" if isinstance(ref, list) else p.name, source)
                edge.summed = op.kind in ("pointwise", "float") and self._is_broadcast(source, outputs[0])
                fn.edges.append(edge)
        layout = op.node._layout
        for p in layout.tensors:
            ref = by_name.get(p.name)
            if not self._is_used(op, p.name, fn):
                continue
            for one in ref if isinstance(ref, list) else [ref]:
                if _is_ref(one) and not self._is_number(p.name, one):
                    saved = self._tensor_of(one)
                    version = None if saved is None else self._trace.tensors[saved].version
                    fn.saved.append(Saved(p.name, saved, version))
                elif one is not None:
                    fn.saved.append(Saved(p.name, None, text=short_text(one)))
        for name, nr in layout.results:
            fn.saved.append(Saved(name, outputs[nr], self._trace.tensors[outputs[nr]].version))

    def _is_used(self, op: Any, name: str, fn: Fn) -> bool:
        """Return whether a node saves an input: not if the one formula that names it is for an input without gradient."""
        users = [formula for formula in op.formulas if name in formula.names]
        if len(op.formulas) < 2 or len(users) != 1 or len(users[0].inputs) != 1 or op.inputs[0].many:
            return True
        edges = [edge for edge in fn.edges if edge.input == users[0].inputs[0]]
        tensors = [self._trace.tensors[edge.source] for edge in edges if edge.source is not None]
        return any(t.requires_grad for t in tensors)

    def _is_broadcast(self, source: int | None, output: int) -> bool:
        """Return whether an operand of an elementwise operation was repeated to the shape of the result."""
        if source is None:
            return False
        shape, own = (self._trace.values[self._trace.tensors[t].value].shape for t in (output, source))
        return own != shape and len(own) <= len(shape) and math.prod(own) <= math.prod(shape)

    def _edge(self, name: str, source: int | None) -> Edge:
        if source is None:
            return Edge(None, 0, name)
        tensor = self._trace.tensors[source]
        return Edge(tensor.fn, tensor.output, name, source)

    def _write(
        self, op: Any, refs: tuple, note: int, array: Any, version: int, requires_grad: bool, node: int | None, nr: int,
        base: tuple | None, where: Any,
    ) -> None:  # fmt: skip
        line, text = self._lines.at(where)
        label = (op.label if hasattr(op, "label") else str(op)) + "_"
        grads = [other for other in dict.fromkeys([note, *self._sharing(array)]) if other in self._grad_of]
        if grads and (note in self._grad_of or note not in self._tensors):
            self._grads_written(grads, label, line)
            return
        if base is not None and self._is_new(base[1]):
            self._write_view(op, refs, note, version, base, where)
            return
        if self._runs and note not in self._tensors:
            self._introduce_gradient(note, array, version - 1)
        known = note in self._tensors
        if not known:
            # A nameless way to the memory of another tensor, as in `w.data -= g`: what is written is that tensor.
            shown, version = self._seen_through(note, array, version)
            refs = tuple([shown if _is_ref(ref) and ref == note else ref for ref in refs])
            note = shown
        before = self._tensors.get(note)
        entry = None if before is None else self._trace.tensors[before]
        arguments = self._arguments(op, refs) if hasattr(op, "parameters") else []
        operation = Operation(label, arguments, [], in_place=True, line=line, text=text)
        operation.scope = self._scopes[-1] if self._scopes else None
        index = len(self._trace.ops)
        self._trace.ops.append(operation)
        kind = "result" if node is not None else "constant" if entry is None else entry.kind
        tensor = self._add_tensor(
            note, array, kind, requires_grad if known or entry is None else entry.requires_grad, version, op=index,
            line=line, text=text, output=nr, base=None if entry is None else entry.base,
        )  # fmt: skip
        operation.outputs.append(tensor)
        if node is not None:
            self._trace.tensors[tensor].fn = self._fns[node]
        if node is not None and self._is_new(node):
            operation.fn = self._fns[node]
            fn = self._trace.fns[operation.fn]
            if not fn.edges and hasattr(op, "inputs"):
                self._complete_written(fn, index, op, refs, note, before)
        self._step(
            "write", line, op=index, tensor=tensor, before=None if entry is None else entry.value,
            after=self._trace.tensors[tensor].value, changed=self._changed(array, note, version if known else None),
        )  # fmt: skip
        self._grads_written(grads, label, line)

    def _is_new(self, node: int) -> bool:
        """Return whether a write has made this node; under no_grad a tensor keeps the one it had."""
        return self._trace.fns[self._fns[node]].op is None

    def _complete_written(self, fn: Fn, index: int, op: Any, refs: tuple, note: int, before: int | None) -> None:
        """Do as `_complete_fn` does, for a tensor whose old state is the input. Of that the node saves a copy."""
        outputs = self._trace.ops[index].outputs
        if before is not None:
            self._tensors[note] = before
        self._complete_fn(fn, index, op, refs, outputs)
        self._tensors[note] = outputs[0]
        for saved in fn.saved:
            if saved.tensor == before:
                saved.version = None

    def _write_view(self, op: Any, refs: tuple, note: int, version: int, base: tuple[int, int, Any], where: Any) -> None:
        """A recorded write through a view: the base gets a new state, whose node is CopySlices."""
        base_note, base_node, array = base
        regrown = self._unseen.pop(note, None)
        line, text = self._lines.at(where)
        old = self._tensor_of(base_note)
        fn_index = self._fns[base_node]
        operation = Operation(op.label + "_", self._arguments(op, refs), [], fn_index, in_place=True, line=line, text=text)
        operation.scope = self._scopes[-1] if self._scopes else None
        index = len(self._trace.ops)
        self._trace.ops.append(operation)
        state = self._add_tensor(
            base_note, array, "result", True, version, op=index, fn=fn_index, line=line, text=text
        )
        operation.outputs.append(state)
        fn = self._trace.fns[fn_index]
        given = dict(zip([p.name for p in op.parameters], refs, strict=False))
        sources = [(p.name, given.get(p.name)) for p in op.inputs[1:]]
        fn.op, fn.line = index, line
        fn.edges = [self._edge("base", old)]
        fn.edges += [self._edge(name, self._operand(name, ref)) for name, ref in sources]
        changed = self._changed(array, base_note, version)
        if regrown is not None:
            regrown.version = version
            self._unseen[note] = regrown
        self._step(
            "write", line, op=index, tensor=state, before=None if old is None else self._trace.tensors[old].value,
            after=self._trace.tensors[state].value, changed=changed,
        )  # fmt: skip

    def _grads_written(self, grads: list[int], how: str, line: int | None) -> None:
        """Memory of `.grad`s was written to, under whatever name."""
        for grad in grads:
            owner, array = self._grad_of[grad], self._grad_arrays[grad]
            before, after = self._grad_values.get(owner), self._value(array)
            if before != after or len(grads) == 1:
                self._grad_values[owner] = after
                self._has_grad(owner, grad, array)
                self._step("grad", line, tensor=self._tensor_of(owner), before=before, after=after, how=how)

    def _introduce_gradient(self, note: int, array: Any, version: int) -> None:
        """Make the entry of a gradient that a custom backward or a hook has just overwritten, as it was given."""
        self._unseen.pop(note, None)
        index = self._add_tensor(note, array, "constant", False, version)
        self._trace.tensors[index].value = self._given.get(id(array), self._trace.tensors[index].value)

    def _seen_through(self, note: int, array: Any, version: int) -> tuple[int, int]:
        """Return the number of the tensor that a nameless one shows, and its version, which does not change."""
        for other, its_array in self._sharing(array).items():
            if other in self._tensors and its_array.shape == array.shape:
                self._unseen.pop(note, None)
                return other, self._trace.tensors[self._tensors[other]].version
        return note, version

    def _changed(self, array: Any, written: int, version: int | None) -> list[list[int]] | None:
        """Return which other tensors on the same memory now hold something else: [tensor, value] pairs."""
        found = []
        for note, other in self._sharing(array).items():
            index = self._tensors.get(note)
            if version is not None:
                self._versions[note] = version
            if note != written and index is not None:
                found.append([index, self._value(other)])
        return found or None

    def _function(self, node: int, refs: tuple, where: Any) -> None:
        line, text = self._lines.at(where)
        fn = self._trace.fns[self._fns[node]]
        fn.line = line
        self._scopes.append(len(self._trace.scopes))
        parent = self._scopes[-2] if len(self._scopes) > 1 else None
        self._trace.scopes.append(Scope(fn.name.removesuffix("Backward"), "forward", self._fns[node], parent))
        self._calls.append((refs, line, text))

    def _function_end(self, node: int, outs: tuple, edges: list, saved: list) -> None:
        refs, line, text = self._calls.pop()
        self._scopes.pop()
        index = len(self._trace.ops)
        fn_index = self._fns[node]
        fn = self._trace.fns[fn_index]
        arguments = []
        tensor_refs = []
        for i, ref in enumerate(refs):
            if _is_ref(ref):
                tensor_refs.append(ref)
                arguments.append(Argument(f"args[{i}]", tensors=self._known([ref])))
            else:
                arguments.append(Argument(f"args[{i}]", text=short_text(ref)))
        operation = Operation(fn.name.removesuffix("Backward"), arguments, [], line=line, text=text)
        operation.scope = self._scopes[-1] if self._scopes else None
        self._trace.ops.append(operation)
        for known, note, array, requires_grad, out_node, nr, base, version in outs:
            tensor = self._add_tensor(
                known if known is not None else note, array, "result", requires_grad, version, op=index, line=line, text=text,
                output=nr,
            )  # fmt: skip
            operation.outputs.append(tensor)
            if out_node is not None:
                self._trace.tensors[tensor].fn = self._fns.get(out_node)
        if edges:
            operation.fn, fn.op = fn_index, index
            for ref, child in zip(tensor_refs, edges, strict=False):
                edge = self._edge("", self._tensor_of(ref))
                edge.to = None if child is None else self._fns.get(child)
                fn.edges.append(edge)
            for note, version in saved:
                fn.saved.append(Saved("saved_tensors", self._tensor_of(note), version))
        self._step("op", line, op=index, tensor=operation.outputs[0] if operation.outputs else None, how="function")

    # ---- entries: backward

    def _pass(
        self, kind: str, roots: list, nodes: list, asked: list, keep: bool, create: bool, where: Any
    ) -> None:
        line, _ = self._lines.at(where)
        run = _Run(len(self._trace.passes), line, where, create)
        for node, edges, nrs in nodes:
            self._visit(run, node, edges, nrs)
        entry = Pass(kind, [], keep, create, line=line)
        if asked:
            entry.inputs = [t for t in (self._tensor_at(self._fns[node], nr) for node, nr in asked) if t is not None]
        entry.parent = self._runs[-1].index if self._runs else None
        self._trace.passes.append(entry)
        self._runs.append(run)
        for node, nr, seed, implicit in roots:
            fn = self._fns[node]
            run.expected[fn, nr] = run.expected.get((fn, nr), 0) + 1
            run.total[fn] = run.total.get(fn, 0) + 1
            given = None if implicit else self._tensor_with(seed)
            root = Root(self._tensor_at(fn, nr), fn, nr, self._value(seed), implicit, given)
            entry.roots.append(root)
            if create:
                self._seeds[id(seed)] = root
                self._held_seeds.append(seed)
        self._step("backward", line)
        for node, nr, seed, _ in roots:
            self._arrive(run, self._fns[node], nr, seed, None, None)

    def _tensor_with(self, array: Any) -> int | None:
        """Return the tensor that holds this very array, if one is known."""
        return next((self._tensor_of(note) for note, other in self._sharing(array).items() if other is array), None)

    def _visit(self, run: _Run, node: int, edges: tuple, nrs: tuple | None) -> None:
        """Count what each node will receive in this pass, and learn the edges of nodes first seen here."""
        index = self._fns[node]
        fn = self._trace.fns[index]
        for i, child in enumerate(edges):
            if i >= len(fn.edges):
                fn.edges.append(Edge(None))
            if child is None:
                continue
            to, nr = self._fns[child], nrs[i] if nrs else 0
            fn.edges[i].to, fn.edges[i].output = to, nr
            run.expected[to, nr] = run.expected.get((to, nr), 0) + 1
            run.total[to] = run.total.get(to, 0) + 1
        run.edges[index] = [None if child is None else self._fns[child] for child in edges]

    def _tensor_at(self, fn: int, nr: int) -> int | None:
        """Return the latest tensor that is output `nr` of a node (the variable of an AccumulateGrad)."""
        node = self._trace.fns[fn]
        if node.variable is not None:
            identity = self._trace.tensors[node.variable].identity
            return self._tensors.get(identity, node.variable)
        for index in range(len(self._trace.tensors) - 1, -1, -1):
            tensor = self._trace.tensors[index]
            if tensor.fn == fn and tensor.output == nr:
                return index
        return None

    def _arrive(self, run: _Run, fn: int, nr: int, array: Any, origin: int | None, edge: int | None) -> None:
        """A contribution reaches a node: add it to what is there, and see whether the node now has everything."""
        value = None if array is None else np.asarray(self._read_at(array))
        held = run.partial.get((fn, nr))
        after = held if value is None else value if held is None else held + value
        run.partial[fn, nr] = after
        run.arrived[fn, nr] = run.arrived.get((fn, nr), 0) + 1
        run.total[fn] -= 1
        expected = run.expected.get((fn, nr), 1)
        self._step(
            "arrive", run.line, forward_line=self._trace.fns[fn].line, fn=fn, output=nr, origin=origin, edge=edge,
            value=None if value is None else self._value_of(value),
            before=None if held is None else self._value_of(held),
            after=None if after is None else self._value_of(after),
            awaited=expected - run.arrived[fn, nr], expected=expected,
        )  # fmt: skip
        if run.total[fn] == 0:
            self._step("ready", run.line, forward_line=self._trace.fns[fn].line, fn=fn)

    def _node_begin(self, node: int, grads: tuple) -> None:
        fn = self._fns[node]
        entry = self._trace.fns[fn]
        run = self._runs[-1]
        run.current.append(fn)
        run.began = len(self._trace.steps)
        if entry.kind == "function":
            self._given = {id(g): self._value(g) for g in grads if g is not None}
            self._step(
                "run", entry.line, forward_line=entry.line, fn=fn, how="begin", incoming=[self._value(g) for g in grads]
            )
            self._scopes.append(len(self._trace.scopes))
            parent = self._scopes[-2] if len(self._scopes) > 1 else None
            self._trace.scopes.append(Scope(entry.name.removesuffix("Backward"), "backward", fn, parent))

    def _node_end(self, node: int, grads: tuple, outs: tuple, freed: bool) -> None:
        fn = self._fns[node]
        entry = self._trace.fns[fn]
        run = self._runs[-1]
        run.current.pop()
        if entry.kind == "function":
            self._scopes.pop()
        if entry.kind != "accumulate":
            self._step(
                "run", run.line, forward_line=entry.line, fn=fn, how="end" if entry.kind == "function" else None,
                incoming=[self._value(g) for g in grads], outgoing=[self._value(out) for out in outs],
                versions=[self._version_now(s.tensor) for s in entry.saved] or None,
            )  # fmt: skip
        elif all(g is None for g in grads):
            self._step("accumulate", run.line, fn=fn, tensor=self._tensor_at(fn, 0))
        if freed and entry.saved:
            self._step("free", run.line, forward_line=entry.line, fn=fn)
        for i, (child, out) in enumerate(zip(run.edges.get(fn, ()), outs, strict=False)):
            if child is not None:
                self._arrive(run, child, entry.edges[i].output, out, fn, i)

    def _version_now(self, tensor: int | None) -> int | None:
        if tensor is None:
            return None
        entry = self._trace.tensors[tensor]
        return self._versions.get(entry.identity, entry.version)

    def _accumulated(self, variable: int, before: Any, added: Any, after: Any, grad: int) -> None:
        tensor = self._tensor_of(variable)
        run = self._runs[-1] if self._runs else None
        self._has_grad(variable, grad, after)
        # The sum may have been made in place, so what was there before is what the last accumulation left.
        old = None if before is None else self._grad_values.get(variable)
        new = self._grad_values[variable] = self._value(after)
        self._step(
            "accumulate", None if run is None else run.line, fn=run.current[-1] if run and run.current else None,
            tensor=tensor, before=old, value=self._value(added), after=new,
        )  # fmt: skip

    def _has_grad(self, owner: int, grad: int, array: Any) -> None:
        """Note that `grad` is the `.grad` of `owner` and holds `array`; its entry, if any, is out of date."""
        self._grad_of[grad] = owner
        before = self._tensors.get(grad)
        if grad not in self._unseen and (before is None or self._trace.tensors[before].op is None):
            version = 0 if before is None else self._trace.tensors[before].version + 1
            self._unseen[grad] = _Unseen(array, False, version)
        self._grad_arrays[grad] = array
        self._remember(grad, array)

    def _hook(self, kind: str, owner: int, nr: int, name: str, before: tuple, after: tuple, where: Any) -> None:
        line, _ = self._lines.at(where)
        fn = self._fns.get(owner)
        self._step(
            "hook", line or (self._runs[-1].line if self._runs else None), fn=fn, output=nr, how=kind, text=name,
            tensor=self._tensor_of(owner) if fn is None else self._tensor_at(fn, nr),
            incoming=[self._value(v) for v in before], outgoing=[self._value(v) for v in after],
        )  # fmt: skip

    def _grad_set(self, note: int, before: Any, after: Any, after_note: int | None, where: Any) -> None:
        line, _ = self._lines.at(where)
        if after is not None and after is before and self._grad_of.get(after_note) == note:
            return  # the second half of `w.grad *= 2`, after the write
        if after_note is not None:
            self._grad_of[after_note] = note
            self._grad_arrays[after_note] = after
            self._remember(after_note, after)
        new = self._grad_values[note] = self._value(after)
        self._step(
            "grad", line, tensor=self._tensor_of(note), before=self._value(before), after=new,
            how="None" if after is None else "assigned",
        )  # fmt: skip

    def _pass_end(self, captured: list, where: Any) -> None:
        run = self._runs[-1]
        entry = self._trace.passes[run.index]
        if run.current:
            self._failing = run.current[-1]
        self._step(
            "end", run.line, run=run.index, tensors=entry.inputs, outgoing=[self._value(g) for g in captured] or None
        )
        self._runs.pop()

    def _failed(self, kind: str, message: str, line: int | None, traceback: str, tensors: list) -> None:
        if self._omitted:
            self._trace.steps.append(Step("omitted", count=self._omitted))
        self._trace.error = Error(kind, message, line, traceback)
        found = self._known(tensors)
        self._step("error", line, text=f"{kind}: {message}", tensors=found or None, fn=self._failing)


@dataclass
class _Unseen:
    """A tensor that has no entry yet."""

    array: Any
    requires_grad: bool
    version: int
    node: int | None = None
    nr: int = 0
    names: list[str] = field(default_factory=list)
    base: int | None = None


class _Run:
    """What is known of a pass while it is being read."""

    def __init__(self, index: int, line: int | None, where: Any, recorded: bool) -> None:
        self.index = index
        self.line = line
        self.where = where
        self.recorded = recorded
        self.expected: dict[tuple[int, int], int] = {}
        self.arrived: dict[tuple[int, int], int] = {}
        self.total: dict[int, int] = {}
        self.partial: dict[tuple[int, int], Any] = {}
        self.edges: dict[int, list[int | None]] = {}
        self.current: list[int] = []


def _is_ref(item: Any) -> bool:
    from .recorder import Ref

    return type(item) is Ref


def short_text(value: Any, limit: int = 60) -> str:
    """Return an argument as a short text."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


# ---- values


def whole(array: np.ndarray) -> Value:
    """Return all elements of an array as a Value."""
    return Value(_dtype_name(array), list(array.shape), numbers(array))


def summary(array: np.ndarray) -> Value:
    """Return the corner nearest to index 0 of an array, and statistics of its finite elements."""
    corner = array[(0,) * max(array.ndim - 2, 0) + (slice(_CORNER),) * min(array.ndim, 2)]
    value = Value(_dtype_name(array), list(array.shape), numbers(corner), list(corner.shape))
    stats: dict[str, Any] = {}
    if array.dtype.kind == "f":
        finite = np.isfinite(array)
        good = array if finite.all() else array[finite]
        stats["nan"] = int(np.isnan(array).sum())
        stats["inf"] = int(array.size - finite.sum() - stats["nan"])
    else:
        good = array
    if good.size:
        stats["min"], stats["max"] = (number(edge) for edge in (good.min(), good.max()))
        stats["mean"] = number(np.float32(good.mean(dtype=np.float64)))
        stats["norm"] = number(np.float32(math.sqrt(np.square(good, dtype=np.float64).sum())))
    value.stats = stats
    return value


def _dtype_name(array: np.ndarray) -> str:
    return array.dtype.name


def numbers(array: np.ndarray) -> list:
    """Return the elements of an array as JSON can hold them, with the digits their dtype has."""
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        return [number(x) for x in flat]
    return flat.tolist()


def number(x: Any) -> Any:
    """Return one number with the shortest digits that give it back in its dtype."""
    if x.dtype.kind != "f":
        return x.item()
    if np.isfinite(x):
        return float(str(x))
    return "NaN" if x != x else "Infinity" if x > 0 else "-Infinity"


# ---- places in the program


class SourceText:
    """The program's text: which line and which expression an instruction belongs to."""

    def __init__(self, source: str) -> None:
        self._lines = source.encode().split(b"\n")
        self._stores = _stores(source)
        # By the id of a code object, whose own hash takes as long as it is: the object, the places of its
        # instructions, and what was found for them.
        self._codes: dict[int, tuple[Any, list[tuple], dict[int, tuple[int | None, str]]]] = {}

    def at(self, where: tuple | None) -> tuple[int | None, str]:
        """Return the line and the text of the expression at (code, instruction)."""
        if where is None:
            return None, ""
        code, instruction = where
        if id(code) not in self._codes:
            self._codes[id(code)] = code, list(code.co_positions()), {}
        _, positions, known = self._codes[id(code)]
        if instruction not in known:
            line, end_line, column, end_column = positions[instruction // 2]
            place = line, column, end_line, end_column
            known[instruction] = line, self._text(*self._stores.get(place, place))
        return known[instruction]

    def _text(self, line: int | None, column: int | None, end_line: int | None, end_column: int | None) -> str:
        if None in (line, end_line, column, end_column) or not 0 < line <= len(self._lines):
            return ""
        if line == end_line:
            piece = self._lines[line - 1][column:end_column]
        else:
            first, *middle = self._lines[line - 1 : end_line - 1]
            last = self._lines[end_line - 1][:end_column].strip()
            piece = b" ".join([first[column:].strip(), *(m.strip() for m in middle), last])
        return piece.decode(errors="replace").strip()


def _stores(source: str) -> dict[tuple, tuple]:
    """Return where each assignment to an element or a slice is, by the place of its target, which is all that the
    instruction knows of."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    assignments = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    return {_place(target): _place(node) for node in assignments for target in node.targets if isinstance(target, ast.Subscript)}


def _place(node: ast.AST) -> tuple:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
