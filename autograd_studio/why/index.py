"""The index of a run: a Trace with the tables that the questions need, and names for what is in it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from autograd_engine.trace.schema import Fn, Operation, Optimizer, Pass, Read, Scope, Step, Tensor, Trace, Value

from ..catalogue import say
from . import numbers
from .source.source import Source

Made = TypeVar("Made")


@dataclass(frozen=True)
class Event:
    """Something that happened to a `.grad`, before step `step`: `kind` is "add" (by pass `run`), "clear", "set" or "use".

    `value` is what was added, `after` what it was then; indexes of values, None for None. A "use" is a step of an optimizer,
    a computation with it, or a look at it.
    """

    step: int
    kind: str
    line: int | None
    value: int | None = None
    after: int | None = None
    run: int | None = None
    is_update: bool = False


class TraceIndex:
    """A Trace, asked who made what, who used it, and what became of each `.grad`."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.source = Source(trace.source)
        self.users: dict[int, list[int]] = {}  # the operations that a state of a tensor is an input of
        for index, op in enumerate(trace.ops):
            for t in inputs_of(op):
                self.users.setdefault(t, []).append(index)
        self.states: dict[int, list[int]] = {}  # by identity
        for index, tensor in enumerate(trace.tensors):
            self.states.setdefault(tensor.identity, []).append(index)
        self.step_of: dict[int, int] = {}  # by operation
        for index, step in enumerate(trace.steps):
            if step.kind in ("op", "write") and step.op is not None:
                self.step_of[step.op] = index
        self._made: dict[Callable[[TraceIndex], Any], Any] = {}

    def once(self, make: Callable[[TraceIndex], Made]) -> Made:
        """Return what a class or a function makes of the index, which it does when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    # ---- tensors

    def value(self, index: int | None) -> Value | None:
        """Return the contents of a tensor's state."""
        return None if index is None else self.trace.values[self.trace.tensors[index].value]

    def names(self, identity: int) -> list[str]:
        """Return the variables that held a tensor, in order."""
        return list(dict.fromkeys(name for state in self.states[identity] for name in self.trace.tensors[state].names))

    def title(self, index: int) -> str:
        """Return what a tensor is called: the full path of a parameter, else its first variable, else its expression."""
        index = self._titled(index)
        tensor = self.trace.tensors[index]
        names = self.names(tensor.identity)
        paths = [name for name in names if "." in name]
        if paths or names:
            return max(paths, key=_completeness) if paths else names[0]
        text = tensor.text
        if self._is_within(index):
            text = say(
                "why.names.result", where=self._module_around(tensor.scope) or say("why.names.inside", made=text)
            )
        if 0 < len(text) <= 40:
            return text
        return say("why.names.tensor" if tensor.line is None else "why.names.tensor_of_line", line=tensor.line)

    def phase(self, scope: int | None) -> str | None:
        """Return which part of a custom Function or hook a scope is of, None outside of them."""
        found = self.scope_of(scope)
        return None if found is None else found.phase

    def differ(self, a: int | None, b: int | None) -> bool:
        """Return whether two values are known and not the same."""
        return a is not None and b is not None and a != b and self.trace.values[a] != self.trace.values[b]

    def told(self, index: int) -> str:
        """Return what a tensor is called, and the numbers of the tensor that is called so."""
        return say("why.names.told", name=self.title(index), value=numbers.written(self.value(self._titled(index))))

    def fact(self, index: int) -> float | str:
        """Return the numbers of the tensor that a tensor is called after, as evidence."""
        return numbers.fact(self.value(self._titled(index)))

    def _titled(self, index: int) -> int:
        """Return the tensor whose title one has: of a view that a call makes on its way, as of a weight, that of its base."""
        tensor = self.trace.tensors[index]
        while tensor.base is not None and not self.names(tensor.identity) and self._is_within(index):
            index = tensor.base
            tensor = self.trace.tensors[index]
        return index

    def _modules_around(self, scope: int | None) -> list[Scope]:
        """Return the modules that a scope is inside of, the innermost first."""
        found = []
        while scope is not None:
            entry = self.trace.scopes[scope]
            if entry.kind == "module":
                found.append(entry)
            scope = entry.parent
        return found

    def _module_around(self, scope: int | None) -> str:
        """Return the innermost module that a scope is inside of, as `of net.body.0`, or ""."""
        found = self._modules_around(scope)
        return say("why.names.of_module", path=_path(found)) if found else ""

    def module_text(self, scope: int | None) -> str:
        """Return in which part of a module a line has run, as `, in net.body.0 (Linear),`, or "": several may share the line."""
        found = self._modules_around(scope)
        return say("why.names.in_module", path=_path(found), type=found[0].type) if len(found) > 1 else ""

    def module_of_node(self, fn: Fn) -> str:
        """Return in which module a node was made, as `module_text` has it."""
        return self.module_text(fn.scope if fn.op is None else self.trace.ops[fn.op].scope)

    def _is_within(self, index: int) -> bool:
        """Return whether a call has made a tensor on the way to its result: the text of the call is that of its result."""
        text = self.trace.tensors[index].text
        users = (self.trace.ops[op] for op in self.users.get(index, ()))
        return bool(text) and any(op.text == text and op.line == self.trace.tensors[index].line for op in users)

    def gradient_title(self, index: int) -> str:
        """Return what the gradient of a tensor is called: its `.grad` where there is one, else the gradient at it."""
        title = self.title(index)
        is_kept = self.is_trainable(index) or self.received(self.trace.tensors[index].identity)
        return f"{title}.grad" if is_kept else say("why.names.gradient", name=title)

    def is_trainable(self, index: int) -> bool:
        """Return whether a state is of a leaf that requires a gradient."""
        tensor = self.trace.tensors[index]
        return tensor.requires_grad and tensor.fn is None

    def scope_of(self, scope: int | None) -> Scope | None:
        """Return the custom Function that a scope is inside of."""
        while scope is not None and self.trace.scopes[scope].phase is None:
            scope = self.trace.scopes[scope].parent
        return None if scope is None else self.trace.scopes[scope]

    def all_states(self, tensors: set[int]) -> set[int]:
        """Return tensors in all their states."""
        return {t for tensor in tensors for t in self.states[self.trace.tensors[tensor].identity]}

    def iteration(self, scope: int | None) -> int | None:
        """Return in which iteration of its innermost loop a scope is, from 1; None outside of a loop."""
        return next(((loop.number or 0) + 1 for loop in self._loops(scope)), None)

    def iteration_text(self, scope: int | None) -> str:
        """Return in which iteration of each loop a scope is, with a blank before it, or ""."""
        loops = list(self._loops(scope))
        key = "why.names.iteration_of" if len(loops) > 1 else "why.names.iteration"
        numbers = [say(key, number=(loop.number or 0) + 1, line=loop.line) for loop in loops[::-1]]
        return " " + say("why.names.iterations", numbers=", ".join(numbers)) if numbers else ""

    def loop_lines(self, scope: int | None) -> set[int | None]:
        """Return the lines of the loops that a scope is in."""
        return {loop.line for loop in self._loops(scope)}

    def _loops(self, scope: int | None) -> Iterator[Scope]:
        """Yield the iterations of loops that a scope is in, the innermost first."""
        while scope is not None:
            entry = self.trace.scopes[scope]
            if entry.kind == "loop" and (entry.line is not None or self._trains_on):
                yield entry
            scope = entry.parent

    @cached_property
    def _trains_on(self) -> bool:
        """Whether more than one training step was recorded, so that their numbers say something."""
        return any(scope.kind == "loop" and scope.line is None and scope.number for scope in self.trace.scopes)

    def scope_of_pass(self, run: int | None) -> int | None:
        """Return the scope in which a pass began."""
        steps = self.steps_of_pass.get(run)
        return self.trace.steps[steps[0]].scope if steps else None

    @cached_property
    def roots(self) -> set[int]:
        """The tensors that backward passes started at, in all their states."""
        roots = [root.tensor for run in self.trace.passes if run.kind == "backward" for root in run.roots]
        return self.all_states({root for root in roots if root is not None})

    # ---- gradients

    @cached_property
    def passes(self) -> list[int]:
        """The passes of `backward()`, in order."""
        return [i for i, run in enumerate(self.trace.passes) if run.kind == "backward"]

    @cached_property
    def passes_with_hooks(self) -> set[int | None]:
        """The passes in which a hook ran."""
        return {step.run for step in self.trace.steps if step.kind == "hook"}

    @cached_property
    def steps_of_pass(self) -> dict[int | None, list[int]]:
        """The steps of each pass."""
        found: dict[int | None, list[int]] = {}
        for index, step in enumerate(self.trace.steps):
            if step.run is not None:
                found.setdefault(step.run, []).append(index)
        return found

    @cached_property
    def events(self) -> dict[int, list[Event]]:
        """What happened to each `.grad`, by the identity of the tensor whose it is."""
        found: dict[int, list[Event]] = {}

        def add(tensor: int, event: Event) -> None:
            found.setdefault(self.trace.tensors[tensor].identity, []).append(event)

        for index, step in enumerate(self.trace.steps):
            for tensor, event in self._events_of(index, step):
                add(tensor, event)
        for read in self.trace.reads:
            if not read.none and not self.source.is_clearing(read.line, read.text):
                add(read.tensor, Event(read.step, "use", read.line))
        for events in found.values():
            events.sort(key=lambda e: (e.step, e.kind != "use"))
        return found

    def _events_of(self, index: int, step: Step) -> Iterator[tuple[int, Event]]:
        if step.kind == "accumulate" and step.tensor is not None and step.value is not None and step.how is None:
            yield step.tensor, Event(index, "add", step.line, step.value, step.after, step.run)
        elif step.kind == "grad" and step.tensor is not None:
            is_clear = step.after is None or numbers.is_zero(self.trace.values[step.after])
            yield step.tensor, Event(index, "clear" if is_clear else "set", step.line, after=step.after)
        elif step.kind == "write" and step.op is not None and step.tensor is not None:
            for owner in self._gradients_in(step.op):
                if self.trace.tensors[owner].identity == self.trace.tensors[step.tensor].identity:
                    yield step.tensor, Event(index, "use", step.line, is_update=True)
        elif step.kind == "op" and step.op is not None and step.run is None:
            for t in inputs_of(self.trace.ops[step.op]):
                owner = self.trace.tensors[t].grad_of
                if owner is not None:
                    yield owner, Event(index, "use", step.line)

    def _gradients_in(self, op: int, depth: int = 6) -> Iterator[int]:
        """Yield whose gradients the inputs of an operation were computed with, a few operations back."""
        for t in inputs_of(self.trace.ops[op]):
            tensor = self.trace.tensors[t]
            if tensor.grad_of is not None:
                yield tensor.grad_of
            elif tensor.op is not None and depth and tensor.fn is None and not self.is_trainable(t):
                yield from self._gradients_in(tensor.op, depth - 1)

    def received(self, identity: int) -> list[Event]:
        """Return what was added to the `.grad` of a tensor."""
        return [event for event in self.events.get(identity, ()) if event.kind == "add"]

    def unrecorded_pass(self, tensor: int) -> Pass | None:
        """Return the pass that a tensor is the result or the `.grad` of, None if there is none or it was recorded."""
        entry = self.trace.tensors[tensor]
        if entry.grad_of is not None:
            added = [e for e in self.received(self.trace.tensors[entry.grad_of].identity) if e.step < entry.step]
            run = self.trace.passes[added[-1].run] if added and added[-1].run is not None else None
            return None if run is None or run.create_graph else run
        number = bisect(self._ends, (entry.step,)) - 1
        run = self.trace.passes[self._ends[number][1]] if number >= 0 else None
        is_new = entry.op is None and entry.fn is None and entry.line is None and entry.base is None and entry.names
        if self.is_result_of_grad(tensor):
            return None if run is None or run.kind != "grad" or run.create_graph else run
        is_result = run is not None and run.kind == "grad" and not run.create_graph and is_new and tensor in self.users
        made = self.source.assigned_text(entry.names, self.trace.ops[self.users[tensor][0]].line) if is_result else ""
        return run if "grad(" in made else None

    def is_result_of_grad(self, tensor: int) -> bool:
        """Return whether a tensor is what a call of torch.autograd.grad gave, as real PyTorch's recording has it."""
        op = self.trace.tensors[tensor].op
        return op is not None and self.trace.ops[op].name == "grad"

    @cached_property
    def _ends(self) -> list[tuple[int, int]]:
        """The steps at which passes end, and the passes."""
        return [(i, s.run) for i, s in enumerate(self.trace.steps) if s.kind == "end" and s.run is not None]

    @cached_property
    def returned(self) -> set[int]:
        """The identities of the tensors whose gradients `torch.autograd.grad` returned."""
        found = set()
        for run in self.trace.passes:
            if run.kind == "grad":
                found |= {self.trace.tensors[t].identity for t in run.inputs or ()}
        return found

    # ---- what is asked for

    @cached_property
    def questions(self) -> list[Read]:
        """The looks at a `.grad` that are more than the question whether it is None, or that end the program."""
        error = self.trace.error
        fatal = None if error is None else error.line
        return [r for r in self.trace.reads if r.line == fatal or not self.source.is_guarded(r.line, r.text)]

    @cached_property
    def asked(self) -> set[int]:
        """The identities of the tensors whose `.grad` the program looks at or trains with; all leaves if it does neither."""
        found = {self.trace.tensors[read.tensor].identity for read in self.questions}
        wanted = self.trained if self._uses_gradients else self.leaves
        return found | {self.trace.tensors[t].identity for t in wanted}

    @cached_property
    def leaves(self) -> list[int]:
        """The first state of each leaf that requires a gradient."""
        return [states[0] for states in self.states.values() if self.is_trainable(states[-1])]

    @cached_property
    def trained(self) -> list[int]:
        """The leaves that an optimizer updates; without one, the parameters of modules of which another gets a gradient."""
        if self.trace.optimizers:
            return [t for t in self.leaves if self.optimizer_of(t) is not None and not self._is_nobodys(t)]
        used = {self._module_of(t) for t in self.leaves if self.received(self.trace.tensors[t].identity)} - {None}
        return [t for t in self.leaves if self._module_of(t) in used]

    @cached_property
    def optimizers(self) -> list[Optimizer]:
        """The optimizers that make steps; of a program that an error ended before the first step, all."""
        stepping = [one for one in self.trace.optimizers if one.steps or one.skipped]
        return stepping if stepping or self.trace.error is None else self.trace.optimizers

    def optimizer_of(self, leaf: int) -> Optimizer | None:
        """Return the last optimizer that makes steps and holds a leaf."""
        identity = self.trace.tensors[leaf].identity
        return next((one for one in reversed(self.optimizers) if identity in one.tensors), None)

    def _is_nobodys(self, leaf: int) -> bool:
        """Return whether nothing but the optimizer has a leaf, which is there since an optimizer wants one, as for a schedule."""
        identity, line = self.trace.tensors[leaf].identity, self.optimizer_of(leaf).line
        is_made_for_it = not self.names(identity) or line in {made for _, made in self.source.strangers}
        return is_made_for_it and not self.received(identity)

    def name_of(self, optimizer: Optimizer | None) -> str:
        """Return the variable that an optimizer was put into, "" if the text does not show it."""
        return "" if optimizer is None else self.source.given_to(optimizer.line, optimizer.type)

    @property
    def _uses_gradients(self) -> bool:
        """Whether the program does anything with gradients; otherwise they are there to be looked at on the page."""
        is_used = any(event.kind == "use" for events in self.events.values() for event in events)
        return is_used or bool(self.trace.reads) or any(run.kind == "grad" for run in self.trace.passes)

    def _module_of(self, leaf: int) -> str | None:
        paths = [name for name in self.names(self.trace.tensors[leaf].identity) if "." in name]
        return max(paths, key=_completeness).partition(".")[0] if paths else None


def _completeness(path: str) -> tuple[bool, int]:
    """Return what to prefer a path by: `net.fc.weight` says more than `fc.weight`, and than `self.fc.weight` does."""
    return not path.startswith("self."), len(path)


def _path(modules: list[Scope]) -> str:
    """Return what the innermost module is called: its path in the outermost one, behind the name of that."""
    return ".".join(dict.fromkeys((modules[-1].name, modules[0].name)))


def inputs_of(op: Operation) -> list[int]:
    """Return the tensors that an operation was called with."""
    return [t for argument in op.inputs for t in argument.tensors or ()]


def tensor_of(trace: Trace, read: Read) -> Tensor:
    """Return whose `.grad` is looked at."""
    return trace.tensors[read.tensor]
