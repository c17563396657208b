"""The recorder: the tables of a Trace, filled while a program runs on real PyTorch."""

from __future__ import annotations

import functools
import sys
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch.autograd import forward_ad
from torch.multiprocessing.reductions import StorageWeakRef

from autograd_engine.trace.memories import Memories
from autograd_engine.trace.places import Places
from autograd_engine.trace.schema import (
    Argument,
    Edge,
    Error,
    Fn,
    Operation,
    Optimizer,
    Read,
    Saved,
    Scope,
    Step,
    Tensor,
    Trace,
    TraceLimits,
)
from autograd_engine.trace.scopes import Scopes, Stretch

from .nudge import Kind, Nudged
from .packing import packs
from .parameters import Parameters
from .selection import Selection
from .shared import Shared
from .tables import ByTensor
from .training import Training, cut, lengths, split
from .values import Contents, looking, quiet, unseen, unwrapped

Place = tuple[int | None, str, int | None]

_MEMORIES = 128  # how many more there may be before those that were freed are forgotten

_RECENT = 64  # reads among which one is looked for, so that a loop that only reads is told once


class TorchRecorder:
    """What is known of a run: its Trace so far, and which tensors and nodes of PyTorch its entries are.

    Tensors are known weakly, nodes by a mark in their `metadata`: recording keeps nothing alive. A selection is of a block
    that runs already: its loops are not known, and training steps are its iterations.
    """

    def __init__(
        self,
        source: str,
        filename: str,
        limits: TraceLimits | None = None,
        selection: Selection | None = None,
        progress: Callable[[int, int], None] | None = None,
        nudged: Nudged | None = None,
    ) -> None:
        limits = limits or TraceLimits()
        self.trace = Trace(source)
        self.selection = selection or Selection()
        self.scopes = Scopes(filename)
        self.contents = Contents(self.trace.values, limits.elements)
        self.running: list[Any] = []  # passes, the innermost one last
        self.owners = ByTensor()  # of gradients: the entry of the tensor whose `.grad` it is
        self.parameters = Parameters(filename, self._register, self._fill)
        self.filename = filename
        self.nudged = nudged or Nudged(None)
        self._places = Places(source)
        self.grads: dict[int, int | None] = {}  # by identity: what the `.grad` of a tensor held last
        self.retained = ByTensor()
        self.hooked = ByTensor()  # results that may have hooks from before the recording
        self._memories = Memories()
        self._most = _MEMORIES
        self._shared = Shared()
        # By the address of a storage: the tensors there, or once there.
        self._on: dict[int, ByTensor] = {}
        self._states = ByTensor()
        self._behind = ByTensor()  # of what `.data` returned: whose it is, weakly, and its entry
        self._accumulators = ByTensor()
        self._outputs: dict[tuple[int, int], int] = {}  # what the outputs of nodes are
        self._mark = f"recorded {id(self)}"
        self._is_of_block = selection is not None
        self.training = Training()
        self._optimizers: WeakKeyDictionary[torch.optim.Optimizer, Optimizer] = WeakKeyDictionary()
        self._optimized: list[int] = []  # how long the tables were when an optimizer stepped last
        self._cuts: list[int] = []  # how many nodes there were each time that something was left out
        self._entries: dict[Stretch | None, int | None] = {} if self._is_of_block else {None: None}
        self._identities = 0
        self.progress = progress

    # ---- where the program is

    def frame(self) -> FrameType | None:
        """Return the innermost frame of the program's own file."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != self.filename:
            frame = frame.f_back
        return frame

    def at(self) -> tuple[FrameType | None, int]:
        """Return the innermost frame of the program's own file and its instruction."""
        frame = self.frame()
        return frame, -1 if frame is None else frame.f_lasti

    def place(self) -> tuple[int | None, str]:
        """Return the line and the text of the expression that is running."""
        frame = self.frame()
        return self._places.at(None if frame is None else (frame.f_code, frame.f_lasti))

    def where(self) -> Place:
        """Return where the program is, as the line, the text of the expression and the entry of the stretch."""
        frame = self.frame()
        line, text = self._places.at(None if frame is None else (frame.f_code, frame.f_lasti))
        return line, text, self._scope(self.scopes.at(frame))

    def scope(self) -> int | None:
        """Return the entry of the innermost stretch that is running."""
        return self._scope(self.scopes.at(self.frame()))

    def _scope(self, stretch: Stretch | None) -> int | None:
        if stretch not in self._entries:
            entry = self._training_step() if stretch is None else self._scope_of(stretch)
            self._entries[stretch] = len(self.trace.scopes)
            self.trace.scopes.append(entry)
        return self._entries[stretch]

    def _training_step(self) -> Scope:
        return Scope("training step", "loop", number=self.training.number)

    def _scope_of(self, stretch: Stretch) -> Scope:
        name, kind, line, number = stretch.name, stretch.kind, stretch.line, stretch.number
        parent = self._scope(stretch.parent)
        return Scope(name, kind, stretch.phase, stretch.type, line, number, stretch.node, parent)

    def follow(self) -> None:
        """Begin another training step if the program is in one. Inside a pass it is in none."""
        if not self.running and self.training.has_come_round():
            self._leave_out(self.training.number)
            self._next_training_step()

    def begin_optimizing(self, optimizer: torch.optim.Optimizer) -> None:
        """An optimizer begins to step: if it has done so before, what ran since the last one did is another training step."""
        self.follow()
        if self.running:
            return
        is_next = self.training.has_stepped(optimizer)
        self._leave_out(self.training.number + is_next)
        self.selection.begin_step(self.training.number)
        if is_next:
            entries = self._entries
            self._next_training_step()
            if self._is_of_block and self.selection.takes_step:
                places = split(self.trace, self._optimized, self._training_step())
                self._entries = {stretch: places[entry] for stretch, entry in entries.items() if entry in places}

    def held_by(self, optimizer: torch.optim.Optimizer) -> Optimizer:
        """Return the entry of an optimizer with the tensors that it holds by now, as far as they are recorded."""
        entry = self._optimizers.get(optimizer)
        if entry is None:
            entry = self._optimizers[optimizer] = Optimizer(type(optimizer).__name__, self.place()[0])
            self.trace.optimizers.append(entry)
        self.parameters.record_waiting()
        held = [p for group in optimizer.param_groups for p in group["params"] if self.knows(p)]
        found = [self.trace.tensors[self._states[tensor]].identity for tensor in held]
        entry.tensors = list(dict.fromkeys([*entry.tensors, *found]))
        return entry

    def optimized(self, optimizer: torch.optim.Optimizer) -> None:
        """An optimizer has stepped."""
        self.held_by(optimizer).steps += 1
        self.training.stepped(optimizer)
        self.selection.may_end_step(self.training.number)
        self._optimized = lengths(self.trace)
        self._progressed()

    def _leave_out(self, number: int) -> None:
        """What has come since an optimizer stepped is of this training step: remove it if that is not recorded."""
        if self.selection.has_step(number) or not self._optimized or lengths(self.trace) == self._optimized:
            return
        identities = [tensor.identity for tensor in self.trace.tensors]
        cut(self.trace, self._optimized)
        tensors, fns = len(self.trace.tensors), len(self.trace.fns)
        earlier = {identity: index for index, identity in enumerate(identities[:tensors])}
        self._cuts.append(fns)
        self._entries = {}
        self._outputs = {key: t for key, t in self._outputs.items() if key[0] < fns and t < tensors}
        for table in self._states, self.owners:
            for tensor, index in [(tensor, index) for tensor, index in table.items() if index >= tensors]:
                del table[tensor]
                if identities[index] in earlier:
                    table[tensor] = earlier[identities[index]]
        for leaf in [leaf for leaf, fn in self._accumulators.items() if fn >= fns]:
            del self._accumulators[leaf]

    def _next_training_step(self) -> None:
        self.training.next()
        self.selection.begin_step(self.training.number)
        if self._is_of_block:
            self._entries = {}

    def belongs(self, stretch: Stretch, node: Any) -> None:
        """Note which node a stretch that has ended is the forward of."""
        stretch.node = self.node(node)
        if stretch in self._entries:
            self.trace.scopes[self._entries[stretch]].fn = stretch.node

    def step(self, kind: str, **fields: Any) -> Step:
        """Add a step at the line that is running, in the pass that is running."""
        if self.running:
            fields.setdefault("run", self.running[-1].index)
        if "line" not in fields:
            fields["line"], _, fields["scope"] = self.where()
        found = Step(kind, **fields)
        self.trace.steps.append(found)
        self._progressed()
        return found

    def steps(self) -> list[Step]:
        """Return the steps so far."""
        return self.trace.steps

    def _progressed(self) -> None:
        if self.progress is not None:
            self.progress(self.training.count, len(self.trace.ops))

    # ---- tensors

    def entry(self, tensor: torch.Tensor) -> int | None:
        """Return the entry of a tensor's present state, None if it was never met."""
        return self._states.get(tensor)

    def knows(self, tensor: torch.Tensor) -> bool:
        """Return whether a tensor has an entry."""
        return tensor in self._states

    def tensor(self, tensor: torch.Tensor) -> int:
        """Return the entry of a tensor's present state, made where it is first met."""
        index = self._states.get(tensor)
        if index is None:
            index = self._again(tensor)
        return self.add(tensor) if index is None else index

    def _again(self, tensor: torch.Tensor) -> int | None:
        """Return the entry of an output that a node saved, which comes back as another object."""
        with quiet():
            node = grad_fn(tensor)
            fn = None if node is None else self._known(node)
            index = None if fn is None else self._outputs.get((fn, tensor.output_nr))
        if index is None or self.trace.tensors[index].version != version(tensor):
            return None
        self._states[tensor] = index
        return index

    def add(self, tensor: torch.Tensor, **fields: Any) -> int:
        """Add an entry for a new tensor, or for the new state of one that was written to."""
        table, before, owner = self.trace.tensors, self._states.get(tensor), self.owners.get(tensor)
        if owner is not None:
            fields |= {"grad_of": owner}
        if before is None:
            self._identities += 1
            if owner is not None:
                fields |= {"names": [f"{name}.grad" for name in table[owner].names[-1:]]}
            elif (inner := self._states.get(unwrapped(tensor))) is not None:  # inside `torch.func` and `vmap`
                fields |= {"names": [*self.trace.tensors[inner].names]}
            elif (shown := self._shown(tensor)) is not None:
                fields |= {"base": shown, "names": [f"{name}.data" for name in table[shown].names[-1:]]}
        with quiet():
            node = grad_fn(tensor)
            requires_grad, count = tensor.requires_grad, version(tensor)
            base = self._states.get(tensor._base) if tensor._is_view() and tensor._base is not None else None
        fn = self.node(node) if self._is_in(node) else None
        self._states[tensor] = index = len(table)
        if fn is not None:
            self._outputs[fn, tensor.output_nr] = index
        known = None if before is None else table[before]
        is_computed = node is not None or (fields.get("op") is not None if known is None else known.kind == "result")
        kind = "leaf" if requires_grad and node is None else "result" if is_computed else "constant"
        if "scope" not in fields:
            fields["scope"] = self.scope()
        table.append(
            Tensor(
                self._identities if known is None else known.identity,
                count, kind, self.contents.of(tensor), requires_grad,
                **{"step": len(self.trace.steps), "fn": fn, "output": tensor.output_nr if fn is not None else 0,
                   "base": base, "names": [] if known is None else [*known.names], **fields},
            )
        )  # fmt: skip
        table[index].tangent = self.contents.of(_tangent(tensor))
        self.lies(tensor, table[index])
        return index

    def lies(self, tensor: torch.Tensor, holder: Tensor | Step) -> StorageWeakRef | None:
        """Note in which memory a tensor, or the gradient that a step brings, lies, and return it; of what has none, None."""
        if not _has_memory(tensor):
            return None
        with quiet():
            storage = tensor.untyped_storage()
            length = storage.nbytes() // tensor.element_size()
            place = [length, tensor.storage_offset(), *tensor.stride()]
            is_whole = tensor.is_contiguous() and tensor.numel() == length
        reference = StorageWeakRef(storage)
        self._memories.hold(reference.cdata, lambda: not reference.expired(), holder, None if is_whole else place)
        if isinstance(holder, Tensor):
            self._on.setdefault(reference.cdata, ByTensor())[tensor] = True
        if len(self._memories) > self._most:
            self.forget_freed()
        return reference

    def forget_freed(self) -> None:
        """Let go of memory that has been freed: of what is referred to weakly, PyTorch frees the elements alone, and what is left
        lies scattered among the next ones."""
        living = self._memories.forget_freed()
        self._on = {address: tensors for address, tensors in self._on.items() if address in living}
        self._most = len(living) + _MEMORIES

    def _waiting(self, written: torch.Tensor) -> list[list[int]] | None:
        """Return which gradients wait in a memory that was written to: [node, output, value]."""
        if not self.running or not _has_memory(written):
            return None
        with quiet():
            memory = written.untyped_storage()._cdata
        return [place for running in self.running for place in running.waiting(memory)] or None

    def _changed(self, written: torch.Tensor) -> tuple[list[list[int]] | None, list[int] | None]:
        """Return what the other tensors on a memory that was written to hold now, [tensor, value] pairs, and their versions."""
        found, versions = [], []
        with quiet():
            there = self._there(written.untyped_storage()) if _has_memory(written) else []
            for tensor in [one for one in there if one is not written]:
                self.contents.changed(tensor)
                index = self._states.get(tensor)
                if index is not None:
                    found.append([index, self.contents.of(tensor)])
                    versions.append(version(tensor))
        return found or None, versions or None

    def named(self, name: str, value: Any) -> None:
        """Note that a variable of the program holds a tensor, a collection of them, or a Module."""
        self.parameters.record_waiting()
        if isinstance(value, torch.nn.Module):
            self.scopes.name_module(value, name)
            for path, tensor in (*value.named_parameters(), *value.named_buffers()):
                self._name(f"{name}.{path}".removeprefix("self."), tensor)
        elif isinstance(value, torch.Tensor):
            self._name(name, value)
        elif isinstance(value, tuple | list) and len(value) < 100:
            for i, item in enumerate(value):
                if isinstance(item, torch.Tensor):
                    self._name(f"{name}[{i}]", item)

    def name_all(self, variables: dict[str, Any]) -> None:
        """Note what variables of the program hold."""
        for name, value in variables.items():
            if not name.startswith("_"):
                self.named(name, value)

    def name_locals(self) -> None:
        """Note what the variables hold that the program has where it is. Without marks nothing tells of their assignment."""
        frame = self.frame()
        if self._is_of_block and frame is not None:
            tensors = (torch.Tensor, list, tuple)
            self.name_all({name: value for name, value in frame.f_locals.items() if isinstance(value, tensors)})

    def _name(self, name: str, tensor: torch.Tensor) -> None:
        is_whole = self.selection.only is None and self.selection.takes_step
        if not is_whole and not self.knows(tensor):
            return
        names = self.trace.tensors[self.tensor(tensor)].names
        if name not in names:
            names.append(name)
        if not tensor.is_leaf and tensor._backward_hooks:
            self.hooked[tensor] = True

    def refresh(self, tensor: torch.Tensor) -> None:
        """Add an entry for the state of a tensor that was written to unseen, or through a view."""
        index = self._states.get(tensor)
        if index is not None and self.trace.tensors[index].version != version(tensor):
            self.add(tensor)

    def shows_data(self, data: torch.Tensor, of: torch.Tensor) -> None:
        """`data` is the `.data` of a tensor, which counts writes of its own."""
        self._behind[data] = weakref.ref(of), self.entry(of)

    def behind(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return whose `.data` a tensor is; of any other, itself."""
        found, _ = self._behind.get(tensor, (None, None))
        shown = None if found is None else found()
        return tensor if shown is None else shown

    def _shown(self, tensor: torch.Tensor) -> int | None:
        """Return the entry of the tensor whose `.data` a tensor is, of one that is gone its last one; None of any other."""
        behind = self.behind(tensor)
        return self._behind.get(tensor, (None, None))[1] if behind is tensor else self.tensor(behind)

    def writes_behind(self, data: torch.Tensor, before: int | None) -> torch.Tensor:
        """A `.data` was written to: return the tensor that has been changed so, whose entry `data` has until `forget`.

        Where it is first met, its entry has what it held `before`.
        """
        tensor = self.behind(data)
        if tensor is not data:
            is_known = self.knows(tensor)
            self._states[data] = index = self.tensor(tensor)
            if not is_known:
                self.trace.tensors[index].value = before
            self.contents.changed(tensor)
        return tensor

    def forget(self, tensors: list[torch.Tensor]) -> None:
        """Let tensors have no entry any more."""
        for tensor in tensors:
            self._states.pop(tensor, None)

    def lends(self, tensor: torch.Tensor) -> None:
        """The program has the memory of a tensor as an array."""
        if self.selection.is_on and tensor.device.type == "cpu" and _has_memory(tensor):
            self.tensor(tensor)
            self._shared.add(tensor)

    def borrowed(self, name: str, tensor: torch.Tensor) -> None:
        """A function has made a tensor of an array's memory."""
        if self.selection.is_on and not self.parameters.is_made_by_torch():
            with looking():
                if not self.knows(tensor):
                    self.created(name, tensor)
                self.lends(tensor)

    def overwrites(self, tensor: torch.Tensor) -> None:
        """PyTorch writes to the memory of a tensor."""
        if _has_memory(tensor):
            self._shared.written(tensor)

    def statement_ended(self) -> None:
        """Record what NumPy has written to tensors since this was last called."""
        if not self._shared:
            return
        with looking():
            for storage in self._shared.changed():
                if self.selection.is_on:
                    self._written_outside(storage)

    def _written_outside(self, storage: torch.UntypedStorage) -> None:
        held = [(t, self.trace.tensors[self._states[t]].value) for t in self._there(storage) if t in self._states]
        for tensor, _ in held:
            self.contents.changed(tensor)
        changed = [(t, value) for t, value in held if not self.contents.are_equal(self.contents.of(t), value)]
        if changed and changed[0][0] in self.owners:
            self.grad_written(*changed[0], "numpy_")
        elif changed:
            self.operation("numpy_", [], [], changed[:1], None)

    def _there(self, storage: torch.UntypedStorage) -> list[torch.Tensor]:
        """Return the tensors that lie in a memory."""
        with quiet():
            return [t for t in self._on.get(storage._cdata, ()) if t.untyped_storage()._cdata == storage._cdata]

    def retains(self, tensor: torch.Tensor) -> None:
        """The program called `retain_grad()` on a tensor."""
        self.trace.tensors[self.tensor(tensor)].retained = len(self.trace.steps)
        self.retained[tensor] = True

    def flag(self, tensor: torch.Tensor, required: bool) -> None:
        """The program set `requires_grad` of a tensor, to what it was or not; before, it was `required`."""
        if grad_fn(tensor) is not None:
            return
        entry = self.trace.tensors[self.tensor(tensor)]
        entry.required = required
        entry.requires_grad, entry.flagged = tensor.requires_grad, [len(self.trace.steps), self.place()[0]]
        if entry.fn is None:
            entry.kind = "leaf" if entry.requires_grad else "constant" if entry.op is None else "result"

    def made(self, fn: int, output: int) -> int | None:
        """Return the entry of an output of a node, None if it was never met."""
        return self._outputs.get((fn, output))

    def made_by(self, tensor: torch.Tensor) -> tuple[int | None, int]:
        """Return the entry of the node that a tensor's gradient goes to, and for which of its outputs it is."""
        with quiet():
            node = grad_fn(tensor)
            return (self._accumulators.get(tensor), 0) if node is None else (self.node(node), tensor.output_nr)

    def grad_set(self, owner: int, before: int | None, after: int | None, how: str) -> None:
        """The `.grad` of a tensor is another one, or holds something else."""
        self.step("grad", tensor=owner, before=before, after=after, how=how)
        self.grads[self.trace.tensors[owner].identity] = after

    def accumulated(self, owner: int, before: int | None, after: int | None) -> None:
        """A gradient was added to a `.grad`; what changed it unseen since the last time is told first."""
        identity = self.trace.tensors[owner].identity
        if identity in self.grads and not self.contents.are_equal(self.grads[identity], before):
            self.grad_set(owner, self.grads[identity], before, "None" if before is None else "assigned")
        self.grads[identity] = after

    def grad_written(self, grad: torch.Tensor, before: int | None, how: str) -> None:
        """The program overwrote a `.grad`."""
        owner = self.owners[grad]
        self.grad_set(owner, before, self.contents.of(grad), how)
        if self.knows(grad):
            self.add(grad, grad_of=owner)

    def read(self, tensor: torch.Tensor, none: bool) -> None:
        """The program read the `.grad` of a tensor."""
        found = Read(self.tensor(tensor), len(self.trace.steps), none, *self.place())
        if found not in self.trace.reads[-_RECENT:]:
            self.trace.reads.append(found)

    # ---- operations

    def operation(
        self,
        name: str,
        inputs: list[Argument],
        outputs: list[torch.Tensor],
        written: list,
        node: Any,
        how: str | None = None,
    ) -> None:
        """An operation ran and made `outputs`; `written` are the operands that it overwrote, with their values before."""
        line, text, scope = self.where()
        index = len(self.trace.ops)
        place = {"op": index, "line": line, "text": text, "scope": scope}
        entry = Operation(name, inputs, [], None, bool(written), scope, line, text)
        if node is not None:
            entry.fn = self.node(node)
        self.trace.ops.append(entry)
        made = [t for t in outputs if all(t is not w for w, _ in written)]
        if not written and how != "function":
            self._nudge("operation", made[0])
        entry.outputs += [self.add(t, **place) for t in made]
        for tensor, before in written:
            self.overwrites(tensor)
            if self._is_leaf_written_to(tensor):
                self._nudge("write", tensor)
            after = self.add(tensor, **place)
            entry.outputs.append(after)
            value = self.trace.tensors[after].value
            changed, versions = self._changed(tensor)
            self.step(
                "write",
                line=line,
                scope=scope,
                op=index,
                tensor=after,
                before=before,
                after=value,
                changed=changed,
                versions=versions,
                waiting=self._waiting(tensor),
            )
        if not written:
            self.step("op", line=line, scope=scope, op=index, tensor=entry.outputs[0], how=how)
        if entry.fn is not None and self.trace.fns[entry.fn].op is None:
            self._recorded(entry, index, node)

    def created(self, name: str, tensor: torch.Tensor, place: Place | None = None) -> None:
        """A function made a tensor of none, where the program is or was."""
        place = place or self.where()
        self._nudge("creation", tensor)
        self._placed(name, self.add(tensor), place)

    def _register(self, parameter: torch.Tensor) -> Place | None:
        """A Module registers a parameter: return where, None if that is not recorded.

        The program may have named it already, in the statement it is in.
        """
        if not self.selection.is_on:
            return None
        index = self.entry(parameter)
        if index is not None and self.trace.tensors[index].step == len(self.trace.steps):
            self._nudge("creation", parameter)
            self.trace.tensors[index].value = self.contents.of(parameter)
            self._placed("Parameter", index, self.where())
        return self.where()

    def _fill(self, parameter: torch.Tensor, place: Place) -> None:
        """A Module has filled a parameter that it registered at `place`."""
        if not self.knows(parameter):
            self.created("Parameter", parameter, place)

    def _placed(self, name: str, index: int, place: Place) -> None:
        """Record where an entry of a new tensor was made."""
        entry = self.trace.tensors[index]
        entry.line, entry.text, entry.scope = line, _, scope = place
        self.step("create", tensor=index, text=name, line=line, scope=scope)

    def _is_leaf_written_to(self, tensor: torch.Tensor) -> bool:
        """Return whether what was written to has been a leaf and is one, and its version tells of the write."""
        index = self._states.get(tensor)
        before = None if index is None else self.trace.tensors[index]
        was_leaf = before is None or (before.kind == "leaf" and before.version != version(tensor))
        return was_leaf and tensor.requires_grad and grad_fn(tensor) is None

    def _nudge(self, kind: Kind, tensor: torch.Tensor) -> None:
        """Have a number of a tensor replaced, if it is the one that is meant; that is no write of the program."""
        if self.nudged.reached(kind, tensor):
            self.contents.changed(tensor)
            self.overwrites(tensor)

    def _recorded(self, operation: Operation, index: int, node: Any) -> None:
        """Tell a node of the operation that made it: whose gradients its edges carry, and what it saves."""
        fn = self.trace.fns[operation.fn]
        fn.op, fn.line = index, operation.line
        tensors = self.trace.tensors
        operands = [(argument.name, t) for argument in operation.inputs for t in argument.tensors or ()]
        for edge in fn.edges:
            fits = [pair for pair in operands if edge.to is not None and _leads(tensors, self.trace.fns, pair[1], edge)]
            if fits:
                edge.input, edge.source = fits[0]
                operands.remove(fits[0])

    # ---- nodes

    def node(self, node: Any) -> int:
        """Return the entry of a node, made with those that it leads to."""
        known = self._known(node)
        if known is not None:
            return known
        waiting, met = [node], []
        while waiting:
            inner = waiting.pop()
            if self._known(inner) is None:
                met.append((inner, self._meet(inner)))
                waiting += [child for child, _ in inner.next_functions if self._is_in(child)]
        for inner, fn in met:
            self.trace.fns[fn].edges = [
                Edge(self._known(child), nr) if self._is_in(child) else Edge(None) for child, nr in inner.next_functions
            ]
        return self._known(node)

    def _is_in(self, node: Any) -> bool:
        """Return whether the next node of one that is recorded is so too: the leaves, and what the selected Module made."""
        if node is None or self.selection.only is None:
            return node is not None
        return self._known(node) is not None or node._sequence_nr() >= self.selection.begins_at

    def shows(self, node: Any) -> bool:
        """Return whether a node has an entry, or will have one."""
        return self.selection.only is None or self._known(node) is not None

    def _known(self, node: Any) -> int | None:
        leaf = variable(node)
        if leaf is not None:
            return self._accumulators.get(leaf)
        index, cuts = node.metadata.get(self._mark, (-1, 0))
        is_left_out = cuts < len(self._cuts) and any(index >= left for left in self._cuts[cuts:])
        return None if index < 0 or is_left_out else index

    def _meet(self, node: Any) -> int:
        index, leaf = len(self.trace.fns), variable(node)
        if leaf is not None:
            self._accumulators[leaf] = index
            self.trace.fns.append(Fn("AccumulateGrad", "accumulate"))
            self.trace.fns[index].variable = self.tensor(leaf)
            return index
        node.metadata[self._mark] = index, len(self._cuts)
        kind = "function" if isinstance(node, torch.autograd.function.BackwardCFunction) else "op"
        line, _, scope = self.where()
        self.trace.fns.append(Fn(type(node).__name__, kind, node._sequence_nr(), line=line, scope=scope))
        return index

    def saved(self, node: Any, tensors: list[torch.Tensor]) -> None:
        """Note what a new node keeps of the operands and results `tensors`.

        Reading it runs hooks for saved tensors, so that a program with such hooks is not asked.
        """
        if packs():
            return
        found = self.trace.fns[self.node(node)].saved
        if found:
            return
        with quiet():
            for name in _saved_names(type(node)):
                try:
                    kept = getattr(node, name)
                except RuntimeError:  # overwritten since
                    continue
                if isinstance(kept, torch.Tensor):
                    held = next((t for t in tensors if same_memory(t, kept)), None)
                    if held is not None:
                        found.append(Saved(name.removeprefix("_saved_"), self.tensor(held), version(held)))

    def name_states(self) -> None:
        """Give states of tensors that were not named yet the names that the tensors have got since."""
        names: dict[int, list[str]] = {}
        for entry in self.trace.tensors:
            names[entry.identity] = entry.names or names.get(entry.identity, [])
        for entry in self.trace.tensors:
            entry.names = entry.names or [*names[entry.identity]]
        for entry in self.trace.tensors:
            if entry.grad_of is not None and not entry.names:
                entry.names = [f"{name}.grad" for name in self.trace.tensors[entry.grad_of].names]

    # ---- output and failure

    def printed(self, text: str) -> None:
        """The program printed a text."""
        stdout, step = self.trace.stdout, max(len(self.trace.steps) - 1, 0)
        if stdout and stdout[-1][0] == step:
            stdout[-1] = (step, stdout[-1][1] + text)
        else:
            stdout.append((step, text))

    def refused(self, tensors: list[torch.Tensor], error: Exception, how: str | None = None) -> None:
        """A pass does not begin from these tensors, or a "write" to them is not done: an exception says why."""
        found = [self.tensor(tensor) for tensor in tensors]
        text = f"{type(error).__name__}: {error}"
        self.step("refuse", line=self.place()[0], text=text, tensors=found or None, how=how)

    def failed(self, error: dict[str, Any]) -> None:
        """The program failed."""
        self.running.clear()
        self.trace.error = Error(**error)
        steps, text = self.trace.steps, f"{error['type']}: {error['message']}"
        is_refusal = bool(steps) and (steps[-1].kind, steps[-1].text) == ("refuse", text)  # nobody caught it
        self.step("error", line=error["line"], text=text, tensors=steps.pop().tensors if is_refusal else None)


def version(tensor: torch.Tensor) -> int:
    """Return how often a tensor was written to; 0 for an inference tensor, which does not count."""
    return 0 if tensor.is_inference() else tensor._version


def _tangent(tensor: torch.Tensor) -> torch.Tensor | None:
    """Return the tangent of a dual tensor; None of any other, and of one that cannot have any."""
    if forward_ad._current_level < 0:
        return None
    try:
        with unseen(), torch.no_grad():
            return forward_ad.unpack_dual(tensor).tangent
    except RuntimeError:
        return None


def grad_fn(tensor: torch.Tensor) -> Any:
    """Return the node that made a tensor; None where PyTorch refuses to tell it."""
    try:
        return tensor.grad_fn if tensor.requires_grad else None
    except RuntimeError:
        return None


@functools.cache
def _saved_names(kind: type) -> list[str]:
    return [name for name in dir(kind) if name.startswith("_saved_")]


def variable(node: Any) -> torch.Tensor | None:
    """Return the leaf of an AccumulateGrad; None of any other node, a custom one with such an attribute included."""
    return node.variable if type(node).__name__ == "AccumulateGrad" else None


def _leads(tensors: list[Tensor], fns: list[Fn], tensor: int, edge: Edge) -> bool:
    entry, target = tensors[tensor], fns[edge.to]
    if target.kind == "accumulate":
        return tensors[target.variable].identity == entry.identity
    return entry.fn == edge.to and entry.output == edge.output


def same_memory(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether two tensors are the same elements."""
    one, other = unwrapped(one), unwrapped(other)
    if (
        one.is_nested
        or other.is_nested
        or {one.layout, other.layout} != {torch.strided}
        or one.shape != other.shape
        or one.dtype != other.dtype
    ):
        return False
    return address(one) == address(other) and one.stride() == other.stride()


def is_dense(tensor: torch.Tensor) -> bool:
    """Return whether a tensor has its elements itself, as strides tell."""
    return not tensor.is_nested and tensor.layout is torch.strided and unwrapped(tensor) is tensor


def _has_memory(tensor: torch.Tensor) -> bool:
    """Return whether it can be told where the elements of a tensor are."""
    return is_dense(tensor) and address(tensor) > 0


def address(tensor: torch.Tensor) -> int:
    """Return where a tensor's elements begin; of a kind without memory of its own, what no other tensor has."""
    try:
        return tensor.data_ptr()
    except RuntimeError:
        return -id(tensor)
