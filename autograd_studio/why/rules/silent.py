"""Silent mistakes: wrong gradients that PyTorch lets pass."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Fn, Operation, Step

from .. import numbers
from ..cuts import Cuts
from ..finding import Finding
from ..index import Event, TraceIndex, inputs_of
from .missing import told as cut_told


class Silent:
    """Finds gradients that are wrong although no error was raised."""

    def __init__(self, story: TraceIndex, links: Cuts) -> None:
        self._story = story
        self._links = links
        self._trace = story.trace

    def findings(self) -> Iterator[Finding]:
        """Yield the mistakes of each kind."""
        yield from self._overwritten()
        yield from self._kept_on_ctx()
        yield from self._ignoring()
        yield from self._changed_unseen()
        yield from self._accumulating()
        yield from self._unregistered()
        yield from self._strangers()
        yield from self._constant_parts()

    # ---- gradients that others hold

    def _overwritten(self) -> Iterator[Finding]:
        """Yield the gradients that a custom backward, or a hook, has changed while others waited for them."""
        for run, steps in self._story.steps_of_pass.items():
            writes = [i for i in steps if self._trace.steps[i].kind == "write"]
            if writes:
                yield from self._victims(run, steps, writes)
        for step in self._trace.steps:
            if step.kind == "write" and self._phase(step.scope) == "backward":
                yield from self._expanded(step) if self._spreads(step) else self._holders(step)

    def _victims(self, run: int, steps: list[int], writes: list[int]) -> Iterator[Finding]:
        """Yield the first node that found something else than what had arrived, after a write."""
        arrived: dict[tuple[int, int], tuple[int, int | None]] = {}
        replaced = set()
        for index in steps:
            step = self._trace.steps[index]
            if step.kind == "hook":
                replaced.add(step.fn)
            for output, value in self._met(step) if step.fn not in replaced else ():
                since, expected = arrived.get((step.fn, output), (index, value))
                write = next((w for w in reversed(writes) if since < w < index), None)
                if write is not None and self._differ(expected, value):
                    yield self._victim(step, self._trace.steps[write], expected, value)
                    return
            if step.kind == "arrive":
                arrived[step.fn, step.output or 0] = index, step.after

    @staticmethod
    def _met(step: Step) -> list[tuple[int, int | None]]:
        """Return what a step finds at the outputs of its node: what waits for the rest of a sum, or all of it."""
        match step.kind:
            case "arrive":
                return [(step.output or 0, step.before)]
            case "accumulate" if step.fn is not None:
                return [(0, step.value)]
            case "run" if step.how != "end":
                return list(enumerate(step.incoming or []))
        return []

    def _differ(self, a: int | None, b: int | None) -> bool:
        return a is not None and b is not None and a != b and self._trace.values[a] != self._trace.values[b]

    def _victim(self, step: Step, write: Step, expected: int, value: int) -> Finding:
        fn = self._trace.fns[step.fn]
        leaf = self._leaf_below(step.fn)
        name = "the gradient" if leaf is None else self._story.title(leaf)
        waiting = self._made_by(step.fn)
        scope = self._story.scope_of(write.scope)
        where = "a hook" if scope is None else f"{scope.name}.{scope.phase}"
        before, after = (numbers.written(self._trace.values[v]) for v in (expected, value))
        text = f"Line {write.line}, in {where}, changes the gradient it was given in place ({self._trace.ops[write.op].text}). "
        used = "the next part was added to" if step.kind == "arrive" else "it ran with"
        text += f"{waiting} holds the same tensor: {before} had arrived at {fn.name}, and {used} {after}, "
        text += f"so {name}.grad is wrong."
        found = Finding(name, "wrong", write.line, "gradient_overwritten", text, leaf, write.tensor)
        return replace(found, spoilt=self._output_of(step.fn))

    def _output_of(self, fn: int) -> int | None:
        """Return the first tensor that a node's operation made, None if it is of none."""
        entry = self._trace.fns[fn]
        return None if entry.op is None else self._trace.ops[entry.op].outputs[0]

    def _made_by(self, fn: int) -> str:
        entry = self._trace.fns[fn]
        outputs = [] if entry.op is None else self._trace.ops[entry.op].outputs
        holders = [entry.variable] if entry.variable is not None else outputs
        return self._story.title(holders[0]) if holders else entry.name

    def _leaf_below(self, fn: int) -> int | None:
        """Return the first leaf that a node sends gradients to."""
        return next(self._leaves_below([fn]), None)

    def _leaves_below(self, fns: list[int | None]) -> Iterator[int]:
        """Yield the leaves that nodes send gradients to, nearest first."""
        waiting, seen = list(fns), {None}
        while waiting:
            fn = waiting.pop(0)
            if fn in seen:
                continue
            seen.add(fn)
            entry = self._trace.fns[fn]
            if entry.variable is not None:
                yield entry.variable
            waiting += [edge.to for edge in entry.edges]

    def _phase(self, scope: int | None) -> str | None:
        found = self._story.scope_of(scope)
        return None if found is None else found.phase

    def _spreads(self, step: Step) -> bool:
        """Return whether a write to the elements that a mask selects has changed others: an expanded tensor holds one number."""
        values = self._trace.values
        before, after = (None if v is None else values[v] for v in (step.before, step.after))
        masks = [values[self._trace.tensors[t].value] for t in inputs_of(self._trace.ops[step.op])]
        return any(
            mask.dtype == "bool"
            and before is not None
            and before.shape == mask.shape
            and any(a != b and not is_set for a, b, is_set in zip(before.data, after.data, mask.data, strict=False))
            for mask in masks
        )

    def _expanded(self, step: Step) -> Iterator[Finding]:
        """Yield the leaf whose gradient is wrong since a custom backward has changed the one number of an expanded gradient."""
        scope = self._story.scope_of(step.scope)
        leaf = self._leaf_below(scope.fn)
        name = "the gradient" if leaf is None else self._story.title(leaf)
        before, after = (numbers.written(self._trace.values[v]) for v in (step.before, step.after))
        text = f"Line {step.line}, in {scope.name}.backward, changes the gradient it was given in place "
        text += f"({self._trace.ops[step.op].text}): {before} became {after}, also where the mask is False. This gradient is "
        text += f"one number that sum() has expanded, so all elements share it, and {name}.grad is wrong."
        yield Finding(name, "wrong", step.line, "gradient_overwritten", text, leaf, step.tensor)

    def _holders(self, step: Step) -> Iterator[Finding]:
        """Yield the tensors of the program that a custom backward overwrites: a seed with a name, or what it has saved."""
        scope = self._story.scope_of(step.scope)
        fn = self._trace.fns[scope.fn]
        saved = {self._trace.tensors[s.tensor].identity for s in fn.saved if s.tensor is not None}
        if fn.op is not None:
            call = self._trace.ops[fn.op]
            saved |= {self._trace.tensors[t].identity for t in (*inputs_of(call), *call.outputs)}
        seeds = {root.given for run in self._trace.passes for root in run.roots if root.given is not None}
        touched = [step.tensor, *(t for t, _ in step.changed or ())]
        for t in touched:
            entry = self._trace.tensors[t]
            names = [name for name in self._story.names(entry.identity) if not name.endswith((".grad", ".data"))]
            if names and (t in seeds or entry.identity in saved):
                name = self._story.title(t)
                how = self._trace.ops[step.op].text
                text = f"Line {step.line}, in {scope.name}.backward, overwrites {name} in place ({how}), a tensor of the program."
                yield Finding(name, "wrong", step.line, "gradient_overwritten", text, t, step.tensor)
                return

    # ---- what custom Functions keep on ctx

    def _kept_on_ctx(self) -> Iterator[Finding]:
        """Yield what a backward computes with that its forward kept on ctx, where that has made a gradient wrong."""
        ran = {step.fn for step in self._trace.steps if step.kind == "run"}
        told = set()
        for op in self._trace.ops:
            scope = self._story.scope_of(op.scope)
            if scope is None or scope.phase != "backward" or scope.fn is None or scope.fn in told:
                continue
            for t in inputs_of(op):
                text = self._lost_history(op, t, scope.fn, ran) or self._changed_since(t, scope.fn)
                if text:
                    told.add(scope.fn)
                    yield self._kept(t, scope.fn, text)
                    break

    def _kept(self, t: int, fn: int, text: str) -> Finding:
        kept = next((name for name in self._trace.tensors[t].names if "." in name), "")
        line = self._story.source.assignments_on_ctx().get(kept, self._trace.tensors[t].line)
        leaf = self._leaf_below(fn)
        name = self._trace.fns[fn].name.removesuffix("Backward") if leaf is None else self._story.title(leaf)
        return Finding(name, "wrong", line, "kept_on_ctx", text, leaf, t)

    def _lost_history(self, op: Operation, t: int, fn: int, ran: set[int | None]) -> str:
        """Return what is wrong with an operation of a backward that is differentiated again, and uses what has no history."""
        entry = self._trace.tensors[t]
        scope = self._story.scope_of(entry.scope)
        if (
            op.fn is None
            or op.fn not in ran
            or entry.requires_grad
            or scope is None
            or scope.phase != "forward"
            or scope.fn != fn
        ):
            return ""
        if self._links.origin(t) is None:
            return ""
        name = self._story.title(t)
        return (
            f"Line {entry.line} computes {name} inside {scope.name}.forward, where nothing is recorded, and "
            f"{scope.name}.backward uses it in line {op.line}. A second pass differentiates that line as if {name} were a "
            "constant, so the second derivative lacks the part that goes through it, without an error."
        )

    def _changed_since(self, t: int, fn: int) -> str:
        """Return what is wrong with a tensor that forward kept as an attribute and that was changed in place since."""
        node, entry = self._trace.fns[fn], self._trace.tensors[t]
        saved = {self._trace.tensors[s.tensor].identity for s in node.saved if s.tensor is not None}
        call = None if node.op is None else self._trace.ops[node.op]
        around = [] if call is None else [*call.outputs, *inputs_of(call)]
        before = next((t for t in around if self._trace.tensors[t].identity == entry.identity), None)
        if (
            before is None
            or entry.identity in saved
            or not self._differ(self._trace.tensors[before].value, entry.value)
        ):
            return ""
        name = self._story.title(t)
        return (
            f"Line {entry.line} changes {name} in place ({entry.text}) after the forward kept it on ctx: backward computes with "
            f"{numbers.written(self._story.value(t))} instead of {numbers.written(self._story.value(before))}, without an error."
        )

    # ---- custom Functions that leave out the chain rule

    def _ignoring(self) -> Iterator[Finding]:
        """Yield the leaves below a custom backward that returns the same whatever it is given, where it was not given 1."""
        told = set()
        for step in self._trace.steps:
            fn = self._trace.fns[step.fn] if step.kind == "run" and step.how == "end" else None
            function = "" if fn is None else fn.name.removesuffix("Backward")
            given = self._story.source.ignored(function) if function and function not in told else ""
            incoming, outgoing = (
                [self._trace.values[v] for v in values or () if v is not None]
                for values in (step.incoming, step.outgoing)
            )
            is_other = any(numbers.is_finite(value) and numbers.edges(value) != (1, 1) for value in incoming)
            if given and is_other and any(not numbers.is_zero(value) for value in outgoing):
                told.add(function)
                leaf = self._leaf_below(step.fn)
                name = function if leaf is None else self._story.title(leaf)
                arrived, left = numbers.written(incoming[0]), numbers.written(outgoing[0])
                text = (
                    f"{function}.backward does not use {given}, the gradient that arrives at its output. In the pass "
                )
                text += f"of line {step.line} that was {arrived}, and it returned {left}, as it would for any other gradient. "
                text += f"So {name}.grad is wrong."
                yield Finding(name, "wrong", self._story.source.return_of(function), "upstream_ignored", text, leaf)

    # ---- saved tensors that were changed behind autograd's back

    def _changed_unseen(self) -> Iterator[Finding]:
        """Yield the saved tensors that held something else when a node ran, with their version unchanged."""
        current: dict[int, tuple[int, Step]] = {}  # by identity: what a write has left, and the write
        told: set[tuple[int | None, int]] = set()
        for step in self._trace.steps:
            if step.kind == "write" and step.tensor is not None:
                current[self._trace.tensors[step.tensor].identity] = self._trace.tensors[step.tensor].value, step
                for t, value in step.changed or ():
                    current[self._trace.tensors[t].identity] = value, step
            elif step.kind == "run" and step.how != "begin" and step.fn is not None:
                for saved, version in zip(self._trace.fns[step.fn].saved, step.versions or (), strict=False):
                    if saved.tensor is None or version is None or version != saved.version:
                        continue
                    entry = self._trace.tensors[saved.tensor]
                    value, write = current.get(entry.identity, (entry.value, step))
                    if not self._differ(entry.value, value) or not self._follows(
                        write, saved.tensor, self._trace.fns[step.fn]
                    ):
                        continue
                    if entry.fn == step.fn and self._trace.ops[write.op].name == "set_data_":
                        continue  # a node keeps the memory of its own result
                    for leaf in self._spoiled(self._trace.fns[step.fn], saved.name):
                        if (write.line, leaf) not in told:
                            told.add((write.line, leaf))
                            yield self._unseen(step, saved.tensor, write, value, leaf)

    def _spoiled(self, fn: Fn, saved: str) -> Iterator[int]:
        """Yield the leaves that get what a node computes with the tensor it has saved under a name."""
        unused = {
            name
            for formula in fn.formulas
            for name in formula.inputs
            if not re.search(rf"\b{re.escape(saved)}\b", formula.text)
        }
        yield from self._leaves_below([edge.to for edge in fn.edges if edge.input not in unused])

    def _follows(self, write: Step, tensor: int, fn: Fn) -> bool:
        """Return whether a write came after the state that was saved, and after the node that saved it was made."""
        tensors = self._trace.tensors
        made = [tensor] if fn.op is None else [tensor, self._trace.ops[fn.op].outputs[0]]
        return tensors[write.tensor].step > max(tensors[t].step for t in made)

    def _unseen(self, step: Step, tensor: int, write: Step, value: int, leaf: int) -> Finding:
        fn = self._trace.fns[step.fn]
        saved, name = self._story.title(tensor), self._story.title(leaf)
        before, after = numbers.written(self._story.value(tensor)), numbers.written(self._trace.values[value])
        text = f"Line {write.line} ({self._trace.ops[write.op].text}) changed {saved} from {before} to {after}"
        text += f" after line {fn.line} saved it, without increasing its version; "
        text += f"the pass of line {step.line} computed {name}.grad with the new numbers."
        is_outside = self._trace.ops[write.op].name == "numpy_"
        advice = "Let NumPy change a copy: x.numpy().copy(), or torch.tensor(array) for torch.from_numpy(array)."
        found = Finding(name, "wrong", write.line, "saved_changed_unseen", text, leaf, write.tensor)
        return replace(found, advice=advice) if is_outside else found

    # ---- gradients that add up

    def _accumulating(self) -> Iterator[Finding]:
        """Yield the leaves whose `.grad` still holds what an earlier step or look has already used."""
        for identity in self._story.states:
            pair = self._stale(self._story.events.get(identity, []))
            if pair is not None:
                old, new = pair
                tensor = self._story.states[identity][-1]
                name = self._story.title(tensor)
                text = f"After a pass of line {old.line}, {name}.grad was {self._shown(old.after)}, and it was used. "
                text += f"The next pass of line {new.line} added {self._shown(new.value)}, "
                text += f"and {self._shown(new.after)} was used: it was not cleared in between."
                advice = self._clearing(tensor)
                iteration = self._story.iteration(self._story.scope_of_pass(new.run))
                found = Finding(
                    name, "wrong", new.line, "accumulates", text, tensor, advice=advice, iteration=iteration
                )
                yield replace(found, step=new.step)

    def _clearing(self, tensor: int) -> str:
        """Return what clears the gradient of a leaf in the words of the program: its optimizer, its module, or by hand."""
        name = self._story.title(tensor)
        for optimizer, given in self._story.source.stepped:
            if any(self._story.is_among(tensor, one) for one in given):
                return f"Call {optimizer}.zero_grad() after each {optimizer}.step()."
        module, dot, _ = name.partition(".")
        clears = f"Call {module}.zero_grad()" if dot and module != "self" else f"Set {name}.grad = None"
        return f"{clears} before each backward()."

    def _unregistered(self) -> Iterator[Finding]:
        """Yield what a module does not know of, in a plain list or tensor, and whose gradient no step of an optimizer uses."""
        updates = [e.step for events in self._story.events.values() for e in events if e.is_update]
        for leaf in self._story.leaves if updates else ():
            name, identity = self._story.title(leaf), self._trace.tensors[leaf].identity
            plain = self._story.source.unregistered
            line, kind = plain.get(name.partition("[")[0]) or plain.get(self._trace.tensors[leaf].line) or (None, "")
            kept = f"keeps the layers in a plain {kind}"
            if name.startswith("self.") and self._trace.tensors[leaf].line in self._story.source.plain_tensors:
                line, kept = self._trace.tensors[leaf].line, "keeps a plain tensor, not an nn.Parameter"
            received = self._story.received(identity)
            is_used = any(event.kind == "use" for event in self._story.events.get(identity, ()))
            if line is not None and received and not is_used and received[0].step < max(updates):
                text = f"{name}.grad is computed, but no optimizer step uses it: line {line} {kept}, so parameters() "
                text += "of the module does not contain it."
                yield Finding(name, "wrong", line, "not_in_optimizer", text, leaf)

    def _strangers(self) -> Iterator[Finding]:
        """Yield the first parameter of a module that nothing updates, while an optimizer has those of another one.

        That is certain of one that is made for the optimizer alone, and of one that another optimizer has as well.
        """
        learning = {self._story.title(leaf).partition(".")[0] for leaf in self._story.leaves if self._is_updated(leaf)}
        given = [
            (line, f"the parameters of {model}, another model, which is created there")
            for model, line in self._story.source.strangers
        ]
        given += [
            (line, f"{what}, which the optimizer of line {first} already has")
            for what, line, first in self._story.source.doubles
        ]
        for line, what in given:
            for leaf in self._story.leaves:
                name = self._story.title(leaf)
                module, dot, _ = name.partition(".")
                if dot and module not in learning and self._story.received(self._trace.tensors[leaf].identity):
                    text = f"{name}.grad is computed, but no optimizer step uses it: line {line} gives the optimizer "
                    text += f"{what}. So {name} never changes."
                    yield Finding(name, "wrong", line, "not_in_optimizer", text, leaf)
                    break

    def left_out(self, leaf: int) -> Finding | None:
        """Return that no step of an optimizer updates a parameter of a module, while it updates others; None if that is not so.

        It may be meant, as where a head alone is tuned, so it is told of what is asked for only.
        """
        name, events = self._story.title(leaf), self._story.events.get(self._trace.tensors[leaf].identity, ())
        added = [event.step for event in events if event.kind == "add"]
        if "." not in name or not added or any(event.kind == "use" for event in events):
            return None
        module, line, updated = name.partition(".")[0], None, []
        for other in self._story.leaves:
            title, identity = self._story.title(other), self._trace.tensors[other].identity
            steps = [e for e in self._story.events.get(identity, ()) if e.is_update and e.step > added[0]]
            if steps and title.partition(".")[0] == module:
                line = steps[0].line
                updated.append(title)
        if not updated:
            return None
        others = updated[0] if len(updated) == 1 else f"{updated[0]} and {len(updated) - 1} more"
        text = f"{name}.grad is computed, but no optimizer step uses it: line {line} updates {others}, but not {name}. "
        text += f"So {name} never changes."
        advice = f"Give the optimizer {name} as well, or set its requires_grad to False if it should not learn."
        return Finding(name, "wrong", line, "not_in_optimizer", text, leaf, advice=advice)

    # ---- gradients that a loss is computed from

    def _constant_parts(self) -> Iterator[Finding]:
        """Yield the gradients of passes that were not recorded and that one number of a loss is computed from.

        A number that is only added to what is differentiated changes no gradient: that is never what somebody wants.
        """
        told = set()
        for gradient, entry in enumerate(self._trace.tensors):
            if gradient not in self._story.users or entry.fn is not None:
                continue
            if entry.op is not None and not self._story.is_result_of_grad(gradient):
                yield from self._without_history(gradient, told)
                continue
            run = self._story.unrecorded_pass(gradient)
            part = None if run is None or run.line in told else self._added(gradient)
            if part is not None:
                told.add(run.line)
                name, loss = self._story.title(gradient), self._story.title(part.outputs[0])
                text = f"Line {part.line} adds a number to {loss} that was computed from {name}, the result of line {run.line}. "
                text += f"That pass was not recorded, so {name} is a constant, and this part of the loss contributes no gradient."
                yield Finding(name, "wrong", run.line, "create_graph", text, gradient, part.outputs[0])

    def _without_history(self, gradient: int, told: set) -> Iterator[Finding]:
        """Yield what a custom backward has computed without a history, if a number of a loss was made of it alone."""
        scope = self._story.scope_of(self._trace.tensors[gradient].scope)
        if scope is None or scope.phase != "backward" or not self._trace.tensors[gradient].names:
            return
        way = self._links.origin(gradient)
        cut = self._links.last_cut(way or [])
        part = None if cut is None or cut.cut.line in told else self._added(gradient)
        if part is not None:
            told.add(cut.cut.line)
            name, loss = self._story.title(gradient), self._story.title(part.outputs[0])
            text = f"Line {part.line} adds a number to {loss} that was computed from {name}, which {scope.name}.backward gave. "
            text += f"{cut_told(self._story, cut)} So {name} is a constant, and this part of the loss contributes no gradient."
            yield Finding(name, "wrong", cut.cut.line, cut.cut.cause, text, gradient, part.outputs[0])

    def _added(self, gradient: int) -> Operation | None:
        """Return the operation that adds a single number made of a gradient alone to what a pass starts at."""
        tensors = self._trace.tensors
        waiting, seen = [gradient], {gradient}
        while waiting:
            here = waiting.pop()
            is_number = math.prod(self._story.value(here).shape) == 1 < math.prod(self._story.value(gradient).shape)
            for op in (self._trace.ops[index] for index in self._story.users.get(here, ())):
                if not any(tensors[t].requires_grad for t in op.outputs):
                    waiting += [t for t in op.outputs if t not in seen]
                    seen.update(op.outputs)
                elif is_number and op.name in ("add", "sub"):
                    way = self._links.way(op.outputs[0], self._story.roots)
                    if way is not None and not any(link.cut for link in way):
                        return op
        return None

    def _is_updated(self, leaf: int) -> bool:
        return any(event.is_update for event in self._story.events.get(self._trace.tensors[leaf].identity, ()))

    def _shown(self, value: int | None) -> str:
        return "None" if value is None else numbers.written(self._trace.values[value])

    @staticmethod
    def _stale(events: list[Event]) -> tuple[Event, Event] | None:
        """Return a contribution that was used, and a later one that was used together with it.

        Where there are updates these are the uses: what is added up between two of them is meant to be. Without updates, and
        if nothing ever clears the gradient, a look at it after each pass of the same line is one.
        """
        updates = any(e.is_update for e in events)
        if not updates and any(e.kind in ("clear", "set") for e in events):
            return None
        alive: list[Event] = []
        used: Event | None = None
        for event in events:
            if event.kind == "add":
                alive.append(event)
            elif event.kind in ("clear", "set"):
                alive, used = [], None
            elif event.is_update or not updates:
                if used is not None and alive[-1] is not used and (updates or alive[-1].line == used.line):
                    return used, alive[-1]
                used = alive[-1] if alive else None
        return None
