"""Missing gradients: why a `.grad` is None."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Read, Step

from ..cuts import BY_DEPARTURE, Cut, Cuts, Link
from ..finding import Finding
from ..index import TraceIndex, inputs_of

_LONGEST = 40  # characters of an expression in a sentence


class Missing:
    """Explains why tensors have no gradient."""

    def __init__(self, story: TraceIndex, links: Cuts) -> None:
        self._story = story
        self._links = links
        self._trace = story.trace

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each `.grad` that is None where the program looks at it, or trains with it."""
        told = set()
        for read in self._story.questions:
            identity = self._trace.tensors[read.tensor].identity
            key = identity if self._story.names(identity) else read.line
            if read.none and key not in told and not self._comes_later(read):
                told.add(key)
                found = self.explained(read.tensor, read)
                is_meant = found.cause == "frozen" or self._is_differentiated(read.tensor)
                if not (is_meant and (self._is_listed(read) or self._is_run_through(read))):
                    yield found
        for leaf in (*self._unlearned(), *self._all_frozen()):
            if self._trace.tensors[leaf].identity not in told:
                found = self.explained(leaf, None)
                if found.cause != "no_backward":
                    yield self._renamed(found)

    def _is_listed(self, read: Read) -> bool:
        """Return whether a look is one of many at gradients that are there, as in a list of all parameters."""
        return any(r.line == read.line and r.text == read.text and not r.none for r in self._trace.reads)

    def _is_run_through(self, read: Read) -> bool:
        """Return whether a look is at the gradient of a loop's variable, while an optimizer trains other tensors."""
        variable = read.text.partition(".")[0]
        return self._story.source.is_loop_variable(variable) and bool(self._story.source.trained)

    def _comes_later(self, read: Read) -> bool:
        """Return whether a pass gives the gradient later, or whether one that was there has been used before it was cleared."""
        events = self._story.events.get(self._trace.tensors[read.tensor].identity, [])
        failed_here = self._trace.error is not None and self._trace.error.line == read.line
        before = [event for event in events if event.step < read.step]
        if any(event.kind == "add" for event in before):
            return any(event.kind == "use" for event in before)
        return not failed_here and any(event.kind == "add" for event in events)

    def _unlearned(self) -> Iterator[int]:
        """Yield the leaves that are trained and never get a gradient, though passes ran and the program came to its end."""
        if self._trace.error is not None or not any(
            event.kind == "add" for events in self._story.events.values() for event in events
        ):
            return
        for leaf in self._story.trained:
            identity = self._trace.tensors[leaf].identity
            if self._story.received(identity):
                if self._is_wasted(identity):
                    yield leaf
            elif self._is_missed(leaf):
                yield leaf

    def _all_frozen(self) -> Iterator[int]:
        """Yield what an optimizer that makes steps was given, if all of it was frozen before any pass gave it a gradient."""
        for _, given in self._story.source.stepped if self._trace.error is None else ():
            found = [
                states[-1]
                for states in self._story.states.values()
                if any(self._story.is_among(states[-1], g) for g in given)
            ]
            is_idle = found and not any(
                self._trace.tensors[t].requires_grad or self._story.received(self._trace.tensors[t].identity)
                for t in found
            )
            if is_idle and all(self._trace.tensors[t].flagged is not None for t in found):
                yield from found

    def _renamed(self, found: Finding) -> Finding:
        """Return a finding about a tensor that was replaced as one about the tensor that has its name now."""
        new = found.at
        if found.cause != "not_in_optimizer" or new is None:
            return found
        names = self._story.names(self._trace.tensors[new].identity)
        is_put_there = self._is_put_in_place(found.line, [found.name])
        if found.name not in names and (names or not is_put_there):
            return found
        text = f"{found.name}.grad is computed, but no optimizer step uses it: line {found.line} made this tensor to "
        text += "replace another one, and the optimizer still has the old one."
        return Finding(found.name, "wrong", found.line, found.cause, text, new)

    def _is_put_in_place(self, line: int | None, names: list[str]) -> bool:
        """Return whether a line puts something into a module, as `net[2] = nn.Linear(4, 2)` does, that has one of these names."""
        return self._story.source.line(line).startswith(tuple(f"{name.partition('.')[0]}[" for name in names))

    def _is_missed(self, leaf: int) -> bool:
        """Return whether a leaf should have got a gradient: an optimizer has it, or its way to a root is cut."""
        identity, is_trained = self._trace.tensors[leaf].identity, self._story.source.trained is not None
        way = self._links.way(leaf, self._story.roots)
        is_cut = way is not None and any(link.cut for link in way)
        if identity in self._story.returned:  # which the program may update by hand
            return is_trained and is_cut and not self._story.events.get(identity)
        return is_cut or (is_trained and not self._is_differentiated(leaf))

    def _is_wasted(self, identity: int) -> bool:
        """Return whether gradients of what an optimizer trains were cleared, and nothing ever used one."""
        events = self._story.events[identity]
        pairs = zip(events, events[1:], strict=False)
        is_cleared = any(add.kind == "add" and clear.kind == "clear" and clear.after is None for add, clear in pairs)
        is_used = any(e.kind == "use" for e in events) or self._is_changed_unseen(identity)
        return self._story.source.trained is not None and is_cleared and not is_used

    def _is_changed_unseen(self, identity: int) -> bool:
        """Return whether a leaf holds other numbers by no operation that is known, as those of LBFGS between its closures."""
        return any(self._trace.tensors[t].op is None for t in self._story.states[identity][1:])

    def _is_differentiated(self, leaf: int) -> bool:
        """Return whether torch.autograd.grad began at something that was computed from a leaf, as for a penalty on gradients."""
        roots = {root.tensor for run in self._trace.passes if run.create_graph for root in run.roots}
        way = self._links.way(leaf, roots - {None})
        return way is not None and not any(link.cut for link in way)

    # ---- one tensor

    def explained(self, tensor: int, read: Read | None) -> Finding:
        """Return why a tensor has no gradient, where the program looks at it (`read`) or at the end."""
        entry = self._trace.tensors[tensor]
        if entry.fn is not None and not self._retains(tensor):
            return self._not_leaf(tensor, read)
        if not entry.requires_grad:
            return self._without(tensor, read)
        received = self._story.received(entry.identity)
        if received:
            return self._cleared(tensor, received, read)
        return self._unreached(tensor, read)

    def _finding(
        self, tensor: int, read: Read | None, line: int | None, cause: str, text: str, at: int | None = None
    ) -> Finding:
        name = self._title(tensor, read)
        where = "" if read is None or read.line is None else f" in line {read.line}"
        continued = f"line{text[4:]}" if text.startswith("Line ") else text
        told = f"{name}.grad is None{where}{self._failure(read)}: {continued}"
        return Finding(name, "none", line, cause, told, tensor, at)

    def _at_cut(self, tensor: int, read: Read | None, cut: Link, text: str) -> Finding:
        found = self._finding(tensor, read, cut.cut.line, cut.cut.cause, text, cut.target)
        return replace(found, advice=cut.cut.advice)

    def _title(self, tensor: int, read: Read | None) -> str:
        """Return what a tensor is called; one without a name as the program writes it where it looks at it."""
        if (
            read is not None
            and read.text.endswith(".grad")
            and not self._story.names(self._trace.tensors[tensor].identity)
        ):
            return read.text.removesuffix(".grad")
        return self._story.title(tensor)

    def _failure(self, read: Read | None) -> str:
        """Return that the None has ended the program, if it has."""
        error = self._trace.error
        if read is None or error is None or error.line != read.line:
            return ""
        return f", which ends the program with {error.type}"

    # ---- computed tensors

    def _retains(self, tensor: int) -> bool:
        names = self._story.names(self._trace.tensors[tensor].identity)
        return any(name in names for name, _ in self._story.source.calls("retain_grad"))

    def _not_leaf(self, tensor: int, read: Read | None) -> Finding:
        name = self._title(tensor, read)
        line, expression = self._history(tensor)
        made = f"line {line} computed {name} as {expression}" if expression != name else f"line {line} computed it"
        old = self._lost_leaf(tensor)
        if old is not None:
            text = f"{made}, so {name} is no longer the leaf of line {self._trace.tensors[old].line}."
            return self._finding(tensor, read, line, "rebound", text, tensor)
        leaf = self._unnamed_leaf(tensor)
        if leaf is not None:
            text = f"{made}; the leaf is {self._trace.tensors[leaf].text or 'its input'}, which has no name."
            return self._finding(tensor, read, line, "converted_leaf", text, tensor)
        text = f"{made}, so it is not a leaf, and retain_grad() was not called."
        return self._finding(tensor, read, line, "not_leaf", text, tensor)

    def _history(self, tensor: int) -> tuple[int | None, str]:
        """Return the line and the expression of the operation that recorded a tensor's grad_fn."""
        entry = self._trace.tensors[tensor]
        fn = self._trace.fns[entry.fn]
        return (entry.line, entry.text) if fn.op is None else (fn.line, self._trace.ops[fn.op].text)

    def _lost_leaf(self, tensor: int) -> int | None:
        """Return the leaf that had the name of a tensor before, and that the tensor was computed from."""
        names = set(self._story.names(self._trace.tensors[tensor].identity))
        updated: set[int] = set()  # whose gradients something without a name, as an element of a dict, was made of
        waiting, seen = [tensor], set()
        while waiting:
            here = waiting.pop()
            if here in seen or len(seen) > 50:
                continue
            seen.add(here)
            entry = self._trace.tensors[here]
            is_other = entry.identity != self._trace.tensors[tensor].identity
            is_same = names & set(entry.names) or entry.identity in updated
            if is_other and self._story.is_trainable(here) and is_same:
                return here
            if entry.grad_of is not None and not names:
                updated.add(self._trace.tensors[entry.grad_of].identity)
            shown = [entry.base] if entry.op is None and entry.base is not None else []
            gradient = [entry.grad_of] if entry.grad_of is not None else []
            waiting += [*shown, *gradient, *(inputs_of(self._trace.ops[entry.op]) if entry.op is not None else ())]
        return None

    def _unnamed_leaf(self, tensor: int) -> int | None:
        """Return the nameless leaf that a tensor was made of in one and the same expression."""
        entry = self._trace.tensors[tensor]
        while entry.op is not None:
            inputs = [t for t in inputs_of(self._trace.ops[entry.op]) if self._trace.tensors[t].requires_grad]
            if len(inputs) != 1:
                return None
            found, entry = inputs[0], self._trace.tensors[inputs[0]]
            if entry.names:
                return None
            if self._story.is_trainable(found):
                return found
        return None

    # ---- tensors outside of the graph

    def _without(self, tensor: int, read: Read | None) -> Finding:
        """Explain a tensor that requires no gradient."""
        entry, name = self._trace.tensors[tensor], self._title(tensor, read)
        old = self._lost_leaf(tensor)
        if old is not None:
            text = f"line {entry.line} gave the name to the result of {entry.text}, which does not require a gradient; "
            text += f"the leaf of line {self._trace.tensors[old].line} no longer has a name."
            return self._finding(tensor, read, entry.line, "rebound", text, tensor)
        frozen = self._frozen(tensor)
        if frozen is not None:
            return self._finding(tensor, read, frozen, "frozen", f"line {frozen} sets requires_grad to False.")
        way = self._links.origin(tensor)
        cut = self._links.last_cut(way or [])
        if cut is not None:
            text = f"{name} does not require a gradient. {told(self._story, cut)}"
            return self._at_cut(tensor, read, cut, text)
        if entry.line is None and "." in name:  # a parameter that was there before the recording began
            text = f"its requires_grad was already False when the recording began: {name} is frozen."
            return self._finding(tensor, read, None, "frozen", text)
        made = f"line {entry.line} creates {name} as {entry.text}" if entry.text else f"{name} was created"
        if entry.op is None:
            text = f"{made} without requires_grad=True: a leaf that does not require a gradient gets none."
            return self._finding(tensor, read, entry.line, "requires_grad_false", text)
        text = f"{made}, and none of its inputs requires a gradient."
        found = self._finding(tensor, read, entry.line, "requires_grad_false", text)
        advice = f"Call requires_grad_() on an input before it is used; {name}.retain_grad() keeps the gradient of {name} itself."
        return replace(found, advice=advice)

    def _frozen(self, tensor: int) -> int | None:
        """Return the line that switches off requires_grad for a tensor, or for all that share its path."""
        states = [self._trace.tensors[t] for t in self._story.states[self._trace.tensors[tensor].identity]]
        last = next((state for state in reversed(states) if state.flagged is not None), None)
        if last is not None and not last.requires_grad and not states[-1].requires_grad:
            return last.flagged[1]
        names = self._story.names(self._trace.tensors[tensor].identity)
        for owner, line in self._story.source.freezes:
            owner = re.sub(r"\[(\d+)\]", r".\1", owner).removeprefix("self.")
            if any(name == owner or name.startswith(f"{owner}.") for name in names):
                return line
        return None

    # ---- leaves

    def _cleared(self, tensor: int, received: list, read: Read | None) -> Finding:
        events = self._story.events[self._trace.tensors[tensor].identity]
        clears = [e for e in events if e.kind == "clear"]
        until = read.step if read is not None else clears[-1].step if clears else received[-1].step + 1
        last = max((e for e in received if e.step < until), key=lambda e: e.step)
        clear = next((e for e in clears if e.step > last.step), None)
        line = None if clear is None else clear.line
        text = f"the pass of line {last.line} gave it a gradient, and line {line} cleared it before anything used it."
        if read is not None or received[-1] is last:
            return self._finding(tensor, read, line, "cleared", text)
        name = self._story.title(tensor)
        step = next(f"{optimizer}.step()" for optimizer, _ in self._story.source.stepped)
        told = f"{name}.grad is None whenever {step} runs: {text}"
        advice = f"Call backward() before {step}, and clear the gradients before backward() or after {step}."
        return Finding(name, "none", line, "cleared", told, tensor, advice=advice)

    def _unreached(self, tensor: int, read: Read | None) -> Finding:
        """Explain a leaf that requires a gradient and got none."""
        name, trace = self._story.title(tensor), self._trace
        passes = [run for run in trace.passes if run.kind == "backward"]
        if trace.tensors[tensor].identity in self._story.returned and not passes:
            line = next(run.line for run in trace.passes if run.kind == "grad")
            text = f"the gradient is what torch.autograd.grad returned in line {line}."
            return self._finding(tensor, read, line, "autograd_grad", text)
        refused = next((step for step in trace.steps if step.kind == "refuse"), None)
        if not passes and refused is not None:
            way = self._links.way(tensor, self._story.all_states(set(refused.tensors or ())))
            cut = next((link for link in way or () if link.cut), None)
            if cut is not None:
                text = f"{told(self._story, cut)} So the pass of line {refused.line} could not start."
                return self._at_cut(tensor, read, cut, text)
            text = f"the pass of line {refused.line} could not start: {_first_sentence(refused)}"
            return self._finding(tensor, read, refused.line, "no_backward", text)
        if not passes:
            where = trace.tensors[tensor].line if read is None else read.line
            text = (
                "no backward pass has run."
                if trace.tensors[tensor].line is None
                else f"nothing calls backward() on what was computed from {name}."
            )
            return self._finding(tensor, read, where, "no_backward", text)
        way = self._links.way(tensor, self._story.roots)
        if way is None:
            return self._not_in_loss(tensor, read)
        cut = next((link for link in way if link.cut), None)
        if cut is not None:
            text = f"{told(self._story, cut)} {self._on_the_way(way, cut)}"
            return self._at_cut(tensor, read, cut, text)
        return self._refused(tensor, way, read)

    def _on_the_way(self, way: list[Link], cut: Link) -> str:
        root = way[-1].target
        line = next(
            r.line for r in self._trace.passes if any(x.tensor in self._story.all_states({root}) for x in r.roots)
        )
        return f"So the pass of line {line}, which starts at {self._story.title(root)}, does not get past it."

    def _not_in_loss(self, tensor: int, read: Read | None) -> Finding:
        name, entry = self._story.title(tensor), self._trace.tensors[tensor]
        run = next(run for run in reversed(self._trace.passes) if run.kind == "backward")
        root = run.roots[0].tensor
        start = "its root" if root is None else self._story.title(root)
        used = any(self._story.users.get(t) for t in self._story.states[entry.identity])
        new = None if used else self._successor(tensor)
        if new is not None:
            line = self._made_at(new, run.line)
            text = f"line {line} made a new tensor in its place, which the loss is computed from; "
            text += "the optimizer still has the old one."
            return self._finding(tensor, read, line, "not_in_optimizer", text, new)
        taken = None if used else self._story.source.departures.taking(name)
        if taken is not None:
            text = f"line {taken.line} takes the numbers of {name} out of the graph: {self._story.source.line(taken.line)} "
            text += f"No operation uses {name} itself."
            return self._finding(tensor, read, taken.line, BY_DEPARTURE[taken.how], text)
        gradient = self._gradient_between(tensor)
        if gradient is not None:
            unrecorded, result = self._story.unrecorded_pass(gradient), self._story.title(gradient)
            text = f"{start} was computed from {name} only through {result}, the result of the pass of line {unrecorded.line}, "
            text += f"which was not recorded: {result} is a constant."
            return self._finding(tensor, read, unrecorded.line, "create_graph", text, gradient)
        onward = f"Operations use {name}, but their results are unused or continue as plain Python numbers."
        also = f" {onward}" if used else f" No operation uses {name}."
        text = f"the pass of line {run.line} starts at {start}, which was not computed from {name}.{also}"
        return self._finding(tensor, read, entry.line if not used else run.line, "not_in_loss", text)

    def _gradient_between(self, leaf: int) -> int | None:
        """Return the result of an unrecorded pass that the loss was computed from, and that was computed from a leaf."""
        for gradient in self._story.users:
            run = self._story.unrecorded_pass(gradient)
            starts = set() if run is None else {root.tensor for root in run.roots if root.tensor is not None}
            onward = self._links.onward_way(gradient, self._story.roots) if starts else None
            if onward is not None and self._links.way(leaf, starts) is not None:
                return gradient
        return None

    def _successor(self, leaf: int) -> int | None:
        """Return the leaf that a program made in the place of one that an optimizer trains, and that nothing updates."""
        entry = self._trace.tensors[leaf]
        if leaf not in self._story.trained or self._story.source.trained is None:
            return None
        for new in self._story.leaves:
            other = self._trace.tensors[new]
            shapes = self._story.value(new).shape, self._story.value(leaf).shape
            is_put_there = self._is_put_in_place(other.line, entry.names) and len(shapes[0]) == len(shapes[1])
            is_alike = not other.names and (shapes[0] == shapes[1] or is_put_there)
            if (
                new > leaf
                and (is_alike or set(other.names) & set(entry.names) or self._is_copy(new, leaf))
                and self._story.received(other.identity)
                and not any(event.is_update for event in self._story.events[other.identity])
            ):
                return new
        return None

    def _made_at(self, leaf: int, before: int | None) -> int | None:
        """Return the line that made a leaf; where only that of what it belongs to is known, the one that gave that its name."""
        entry = self._trace.tensors[leaf]
        owners = [name.partition(".")[0] for name in entry.names]
        lines = [self._story.source.assigned_at(owner, before) for owner in owners]
        return entry.line or next((line for line in lines if line is not None), None)

    def _is_copy(self, new: int, leaf: int) -> bool:
        """Return whether a leaf was made with the numbers of another one, as deepcopy() of a model makes it."""
        first, second = (self._story.states[self._trace.tensors[t].identity][0] for t in (leaf, new))
        return self._story.value(first) == self._story.value(second)

    def _refused(self, tensor: int, way: list[Link], read: Read | None) -> Finding:
        """Explain a leaf that a recorded way leads to: a custom backward has sent None, or no pass has gone there since."""
        for step in self._trace.steps:
            if step.kind == "run" and step.how == "end" and step.outgoing and None in step.outgoing:
                edges = self._trace.fns[step.fn].edges
                for edge, value in zip(edges, step.outgoing, strict=False):
                    if value is None and edge.source is not None and edge.source in {link.source for link in way}:
                        return self._not_returned(tensor, read, step, edge.input)
        broken = next((s for s in self._trace.steps if s.kind == "end" and s.how == "error"), None)
        if broken is not None:
            text = f"the pass of line {broken.line} stopped with an error: {_first_sentence(broken)}"
            return self._finding(tensor, read, broken.line, "no_backward", text)
        frozen = self._frozen(tensor)
        if frozen is not None:
            text = f"line {frozen} sets requires_grad to False, and it was still False when the pass ran."
            return self._finding(tensor, read, frozen, "frozen", text)
        run = next((run for run in reversed(self._trace.passes) if run.kind == "backward"), None)
        if run is not None and run.inputs:
            names = ", ".join(self._story.title(t) for t in run.inputs)
            text = f"the pass of line {run.line} was asked for the gradients of {names} only."
            return self._finding(tensor, read, run.line, "not_in_inputs", text)
        line = self._trace.tensors[tensor].line if read is None else read.line
        return self._finding(tensor, read, line, "no_backward", "no pass has reached it yet.")

    def _not_returned(self, tensor: int, read: Read | None, step: Step, name: str) -> Finding:
        function = self._trace.fns[step.fn].name.removesuffix("Backward")
        line = self._story.source.return_of(function) or step.forward_line
        how = (
            "ends without a return" if self._story.source.line(line).startswith("def ") else f"returns None for {name}"
        )
        text = f"{function}.backward {how}; the Function was applied in line {step.forward_line}."
        return self._finding(tensor, read, line, "function_none", text)


def _first_sentence(step: Step) -> str:
    """Return what an error says, without PyTorch's hints."""
    return f"{(step.text or '').partition('. ')[0].rstrip('.')}."


def told(story: TraceIndex, link: Link) -> str:
    """Return a cut as a sentence: what leaves the graph there, by what."""
    cut: Cut = link.cut
    source = story.title(link.source)
    where = f"Line {cut.at}{story.module_text(story.trace.tensors[link.target].scope)}"
    also = f" (entered in line {cut.line})" if cut.at is not None and cut.at != cut.line else ""
    match cut.cause:
        case "late_requires_grad":
            return f"{where} computes {cut.text} from {source}, and line {cut.line} sets its requires_grad only afterwards."
        case "no_grad" if cut.is_sample:
            return f"{where} draws {cut.text}, which depends on {source}: sample() records nothing."
        case "no_grad" if "set_grad_enabled" in story.source.line(cut.line):
            return f"{where} computes {cut.text} from {source} after line {cut.line} has switched recording off."
        case "no_grad" | "inference_mode":
            return f"{where} computes {cut.text} from {source} under {cut.cause}{also}."
        case "item" | "tolist" | "numpy" | "new_tensor":
            taken = cut.taken if 0 < len(cut.taken) <= _LONGEST else source
            return f"Line {cut.line} takes the numbers of {taken} out of the graph: {story.source.line(cut.line)}."
        case "data":
            return f"Line {cut.line} continues with only the numbers of {source}: {story.source.line(cut.line)}."
    return f"{where} computes {cut.text} from {source}, and the result has no history."
