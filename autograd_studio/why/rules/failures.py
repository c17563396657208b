"""Failures: why a program ended with an exception, for what autograd raises with the steps that led there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Fn

from ..cuts import BY_DEPARTURE, Cuts, Link
from ..finding import Finding
from ..index import TraceIndex, inputs_of
from ..numbers import bytes_of, bytes_text
from ..pastes.pastes import lack
from .gaps import said_of as told
from .nonfinite import origin_in_last_node

REFUSED = "(real PyTorch does)"  # in the message about what this engine does not have

# What a message says, and the cause it stands for where the Trace has nothing to add.
_MESSAGES = {
    REFUSED: "refused",
    "a leaf Variable that requires grad is being used in an in-place operation": "leaf_in_place",
    "a view of a leaf Variable that requires grad is being used in an in-place operation": "leaf_in_place",
    "grad can be implicitly created only for scalar outputs": "non_scalar",
    "Mismatch in shape: grad_output": "gradient_shape",
    "returned an invalid gradient at index": "gradient_shape",
    "has changed the size of value": "gradient_shape",
    "has changed the type of value": "hook",
    "but hook returned": "hook",
    "returned an incorrect number of gradients": "function_count",
    "Only Tensors of floating point and complex dtype can require gradients": "integer_leaf",
    "only Tensors of floating point": "integer_leaf",
    "Can't call numpy() on Tensor that requires grad": "numpy_of_graph",
    "can't optimize a non-leaf Tensor": "converted_leaf",
    "you can only change requires_grad flags of leaf variables": "flag_of_result",
    "shapes cannot be multiplied": "shapes",
    "must match the size of tensor": "shapes",
    "must match the existing size": "shapes",
    "size mismatch": "shapes",
    "is invalid for input of size": "shapes",
    "to have the same dtype": "dtypes",
    "must have the same dtype": "dtypes",
    "should be the same": "dtypes",
    "Found dtype": "dtypes",
    "expected scalar type": "dtypes",
    "was created in inference mode": "inference_mode",
    "Inference tensors cannot be saved for backward": "inference_mode",
    "Inplace update to inference tensor outside InferenceMode": "inference_mode",
    "One of the differentiated Tensors does not require grad": "requires_grad_false",
    "cannot register a hook on a tensor that doesn't require gradient": "requires_grad_false",
    "can't retain_grad on Tensor that has requires_grad=False": "requires_grad_false",
    "of a view and is being modified inplace": "saved_changed",
    "marked with @once_differentiable": "once_differentiable",
    "with non-static forward method": "function_form",
    "You must implement either the backward or vjp": "function_form",
    "target size (": "shapes",
    "Sizes of tensors must match": "shapes",
    "to be equal size": "shapes",
    "input to conv": "shapes",
    "target dtype": "dtypes",
    "empty parameter list": "not_in_optimizer",
    "index out of range": "class_index",
    "could not infer output dtype": "integer_values",
    "can't be cast to the desired output type": "integer_values",
    "Boolean value of Tensor with more than one value": "several_values",
    "elements cannot be converted to Scalar": "several_values",
    "only one element tensors can be converted": "several_values",
    "is out of bounds": "class_index",
    "is a view and is being modified inplace": "saved_changed",
}


class Failures:
    """Explains the exception that ended a program."""

    def __init__(self, story: TraceIndex, links: Cuts) -> None:
        self._story = story
        self._links = links
        self._trace = story.trace

    def findings(self) -> Iterator[Finding]:
        """Yield the finding about the exception, if there is one that a missing gradient does not explain."""
        error = self._trace.error
        if error is None or self._is_about_none():
            return
        if "modified by an inplace operation" in error.message:
            yield self._changed()
        elif "object has no attribute 'backward'" in error.message:
            yield self._no_tensor()
        elif "returned nan values" in error.message:
            yield self._anomaly()
        elif "second time" in error.message:
            yield self._freed()
        elif "does not require grad and does not have a grad_fn" in error.message:
            yield self._rootless()
        elif "appears to not have been used in the graph" in error.message:
            yield self._unused()
        elif (missing := lack(self._trace.source, error)) is not None:
            yield replace(self._finding(error.line, missing.cause, missing.told), fix=missing.mended)
        elif "empty parameter list" in error.message and (spent := self._story.source.spent(error.line)) is not None:
            text = f"Line {error.line} gives the optimizer {spent[0]}, a generator that line {spent[1]} has used up."
            found = self._finding(spent[1], "not_in_optimizer", text)
            yield replace(found, advice=f"Turn it into a list where it is assigned: {spent[0]} = list(...).")
        elif (line := self._story.source.misused(error.message)) is not None:
            text = f"Line {line} calls a custom Function without apply(), so line {error.line} fails with "
            yield self._finding(line, "function_form", f"{text}{error.type}: {_ended(error.message)}")
        else:
            cause = next((cause for text, cause in _MESSAGES.items() if text in error.message), "exception")
            if cause == "saved_changed" and self._is_of_leaf():
                cause = "leaf_in_place"
            if "refers to a single memory location" in error.message and self._is_in_backward():
                cause = "gradient_overwritten"
            function = re.search(r"\b(\w+)Backward returned an", error.message)
            line = None if function is None else self._story.source.return_of(function[1])
            hook = re.search(r"\bhook '(.+?)' has changed|but hook returned", error.message)
            line = line if hook is None else self._story.source.hook_at(hook[1])
            shaped = self._shaped(function[1]) if function is not None and cause == "gradient_shape" else None
            inferred = self._inferred() if cause == "inference_mode" else None
            yield shaped or inferred or self._finding(line or error.line, cause, "")

    def _inferred(self) -> Finding | None:
        """Explain a failure at a tensor that was made in inference mode: where; None if the text does not show it."""
        for tensor in range(len(self._trace.tensors) - 1, -1, -1):
            entry = self._trace.tensors[tensor]
            mode = self._story.source.modes.switched_off(entry.line, set(entry.names))
            if mode is None or mode.name != "inference_mode" or not mode.holds(entry.line, entry.names):
                continue
            text = (
                f"Line {entry.line} computes {entry.text} under inference_mode (entered in line {mode.line}), and line "
            )
            text += f"{self._trace.error.line} uses it in a computation that is recorded."
            return self._finding(mode.line, "inference_mode", text, tensor, tensor)
        return None

    def _shaped(self, function: str) -> Finding | None:
        """Explain a gradient of the wrong shape that a custom backward returns, None if the text does not show which."""
        found = re.search(
            r"at index (\d+) - got (\[.*?\]) but expected shape compatible with (\[.*?\])", self._trace.error.message
        )
        returned = None if found is None else self._story.source.returned(function, int(found[1]))
        if returned is None:
            return None
        gradient, line, name = returned
        got, wanted = found[2], found[3]
        text = f"Line {self._trace.error.line} fails: {function}.backward returns {gradient} as the gradient of {name}, with the "
        text += f"shape {got}, but {name} has {wanted}."
        sizes = [re.findall(r"\d+", shape) for shape in (got, wanted)]
        if len(sizes[0]) == 2 and sizes[0] == sizes[1][::-1] and line is not None:
            text += f" It is the transpose of what is needed: line {line} computes it the wrong way round."
        return self._finding(line, "gradient_shape", text)

    def _is_of_leaf(self) -> bool:
        """Return whether what the failing line is about is a view of a leaf that requires a gradient."""
        tensors = self._trace.steps[-1].tensors or []
        base = self._trace.tensors[tensors[0]].base if tensors else None
        return base is not None and self._story.is_trainable(base)

    def _is_in_backward(self) -> bool:
        """Return whether the failing line is in the backward of a custom Function."""
        return self._story.source.function_at(self._trace.error.line) == "backward"

    def _is_about_none(self) -> bool:
        """Return whether the program fails on a `.grad` that is None: that is another finding."""
        error = self._trace.error
        is_none = "None" in error.message or error.type == "AssertionError"
        return is_none and any(r.none and r.line == error.line for r in self._story.questions)

    def _finding(
        self, line: int | None, cause: str, text: str, tensor: int | None = None, at: int | None = None
    ) -> Finding:
        error = self._trace.error
        name = self._subject() if tensor is None else self._story.title(tensor)
        message = error.message.partition("\n")[0]
        where = "The program" if error.line is None else f"Line {error.line}"
        told = text or f"{where} fails with {error.type}: {_ended(message)}"
        iteration = self._story.iteration(self._trace.steps[-1].scope) if self._trace.steps else None
        return Finding(name, "error", line, cause, told, tensor, at, iteration=iteration)

    def _at_cut(self, tensor: int, cut: Link, text: str) -> Finding:
        found = self._finding(cut.cut.line, cut.cut.cause, text, tensor, cut.target)
        return replace(found, advice=cut.cut.advice)

    def _subject(self) -> str:
        """Return what the failing line is about."""
        step = self._trace.steps[-1] if self._trace.steps else None
        if step is not None and step.kind == "error" and step.tensors:
            return self._story.title(step.tensors[0])
        return self._trace.error.type

    def _failing(self) -> Fn | None:
        errors = (s for s in reversed(self._trace.steps) if s.kind == "error" or (s.kind == "end" and s.how == "error"))
        return next((self._trace.fns[step.fn] for step in errors if step.fn is not None), None)

    def _no_tensor(self) -> Finding:
        """Explain a number or a list whose backward() is called: where the tensor became one."""
        error = self._trace.error
        name, departure = self._story.source.receiver(error.line, "backward")
        if departure is None:
            found = self._finding(error.line, "no_tensor", "")
        else:
            cause = BY_DEPARTURE[departure.how]
            found = self._finding(
                departure.line,
                cause,
                f"Line {error.line} calls backward() on plain numbers, which line {departure.line} took out of the graph: "
                f"{self._story.source.line(departure.line)}.",
            )
        return replace(found, name=name or found.name)

    def _anomaly(self) -> Finding:
        """Explain the NaN at which anomaly detection has ended the program."""
        error, origin = self._trace.error, origin_in_last_node(self._story)
        if origin is None:
            return self._finding(error.line, "domain", "")
        text = f"Anomaly detection stopped the pass of line {error.line}. {origin.text}"
        return self._finding(origin.line, origin.cause, text, at=origin.at)

    # ---- saved tensors

    def _changed(self) -> Finding:
        """Explain a saved tensor that was changed in place: who saved it, who changed it, and when."""
        error, fn = self._trace.error, self._failing()
        for tensor, saved in () if fn is None else self._kept(fn):
            writes = self._writes(tensor, saved)
            if not writes:
                continue
            line, op, version, written = writes[0]
            is_named = any(self._story.names(self._trace.tensors[t].identity) for t in (tensor, written))
            changed = written if is_named and not self._story.names(self._trace.tensors[tensor].identity) else tensor
            name = self._story.title(changed)
            saver = "" if fn.op is None else f" for {self._trace.ops[fn.op].text or fn.name}"
            text = (
                f"Line {line} changed {name} in place ({op}) after line {fn.line} saved it at version {saved}{saver}; "
            )
            text += f"the pass of line {error.line} needs version {saved} but finds version {version}."
            found = self._finding(line, "saved_changed", text, changed, written)
            return replace(found, advice=self._advice_on_step(op, fn))
        return self._finding(error.line, "saved_changed", "")

    def _kept(self, fn: Fn) -> Iterator[tuple[int, int]]:
        """Yield what a node has saved, with its version; then the operands of its operation, of which it may save views."""
        yield from ((s.tensor, s.version) for s in fn.saved if s.tensor is not None and s.version is not None)
        operands = [] if fn.op is None else inputs_of(self._trace.ops[fn.op])
        yield from ((t, self._trace.tensors[t].version) for t in operands)

    def _advice_on_step(self, write: str, fn: Fn) -> str | None:
        """Return what to do where the step of an optimizer was the write, None if it was none."""
        if not write.endswith(".step()"):
            return None
        made = "" if fn.op is None else self._trace.ops[fn.op].text
        return f"Run both passes before {write}, or compute {made or 'what the second pass needs'} again after it."

    def _writes(self, tensor: int, version: int) -> list[tuple[int | None, str, int, int]]:
        """Return the first write to the memory of a tensor after a version: its line, text, latest version and tensor."""
        entry, found = self._trace.tensors[tensor], []
        shared = self._sharing(tensor)
        for step in self._trace.steps:
            if step.kind != "write" or step.tensor is None:
                continue
            new = self._trace.tensors[step.tensor]
            touched = {new.identity, *(self._trace.tensors[t].identity for t, _ in step.changed or ())}
            if new.version > version and (entry.identity in touched or new.identity in shared):
                found.append((step.line, self._trace.ops[step.op].text, new.version, step.tensor))
        if found:
            found = [(*found[0][:2], found[-1][2], found[0][3])]
        return found

    def _sharing(self, tensor: int) -> set[int]:
        """Return the identities of the tensors that a view looks into."""
        found, entry = set(), self._trace.tensors[tensor]
        while entry.base is not None and entry.identity not in found:
            found.add(entry.identity)
            entry = self._trace.tensors[entry.base]
        return found | {entry.identity}

    def _freed(self) -> Finding:
        """Explain a second pass over a graph that is freed: which pass freed it."""
        error, fn = self._trace.error, self._failing()
        freed = [s for s in self._trace.steps if s.kind == "free" and fn is not None and self._trace.fns[s.fn] is fn]
        if not freed:
            return self._finding(error.line, "graph_freed", "")
        run = self._trace.passes[freed[-1].run]
        what = fn.name if fn.op is None else self._trace.ops[fn.op].text or fn.name
        carrier = self._carrier(fn) if run.line == error.line else None
        scopes = (self._story.scope_of_pass(run) for run in (freed[-1].run, len(self._trace.passes) - 1))
        again, now = map(self._story.iteration_text, scopes)
        text = f"The pass of line {error.line}{now} needs what {fn.name} had saved for {what} (line {fn.line}), "
        text += f"but the pass of line {run.line}{again} has freed it."
        roots = [root.tensor for root in self._trace.passes[-1].roots if root.tensor is not None]
        advice = self._price(freed[-1].run)
        if carrier is not None:
            told, advice = self._carried(carrier)
            text += told
        found = self._finding(
            run.line,
            "graph_freed",
            text,
            roots[0] if roots else None,
            None if fn.op is None else self._trace.ops[fn.op].outputs[0],
        )
        return replace(found, advice=advice)

    def _price(self, run: int) -> str:
        """Return what to do where a pass has freed what another one needs, and what it would cost to keep it."""
        memories: dict[tuple[str, int], int] = {}
        for step in self._trace.steps:
            saved = self._trace.fns[step.fn].saved if step.kind == "free" and step.run == run else ()
            for entry in (self._trace.tensors[one.tensor] for one in saved if one.tensor is not None):
                own = ("tensor", entry.identity) if entry.memory is None else ("memory", entry.memory)
                memories[own] = max(memories.get(own, 0), bytes_of(self._trace.values[entry.value]))
        again = "Add the losses up and call backward() once, or run the forward pass again."
        kept = f"retain_graph=True in line {self._trace.passes[run].line} works too, but what the graph has saved"
        total = sum(memories.values())
        return f"{again} {kept} then stays in memory{f': here {bytes_text(total)}' if total else ''}."

    def _carried(self, carrier: int) -> tuple[str, str]:
        """Return what became of a tensor that later iterations use, and what to do about it."""
        entry = self._trace.tensors[carrier]
        whole = entry.names[-1].partition("[")[0]
        loops = self._story.loop_lines(self._story.scope_of_pass(len(self._trace.passes) - 1))
        if loops and not loops & self._story.loop_lines(entry.scope):
            text = f" Line {entry.line} computes {whole} once, before the loop, so all iterations share this part of the graph."
            again = f"Compute {whole} in each iteration, inside the loop"
            return text, f"{again}; if it should stay as it is, detach it once: {whole} = {whole}.detach()."
        assigned = self._story.source.assigned_at(whole, self._trace.error.line)
        line = max(filter(None, (entry.line, assigned)), default=None)
        text = f" {whole}, assigned in line {line}, carries the graph of one iteration over to the next."
        return text, self._advice_on(entry.names[-1], line)

    def _carrier(self, fn: Fn) -> int | None:
        """Return the last tensor with a name between a node and where the failing pass starts that an earlier iteration made."""
        roots = {root.tensor for root in self._trace.passes[-1].roots if root.tensor is not None}
        done = max((i for i, s in enumerate(self._trace.steps) if s.kind == "end" and s.how != "error"), default=-1)
        is_old = any(self._trace.tensors[root].step <= done for root in roots)  # what the pass starts at, all of it
        starts = [] if fn.op is None or is_old else self._trace.ops[fn.op].outputs
        way = next((way for t in starts if (way := self._links.onward_way(t, roots)) is not None), [])
        tensors = [t for link in way for t in (link.source, link.target)]
        kept = [t for t in tensors if self._trace.tensors[t].names and self._trace.tensors[t].step <= done]
        return kept[-1] if kept else None

    def _advice_on(self, name: str, line: int | None) -> str:
        """Return what to do about a variable that carries a graph over: of a sum of losses, to add numbers."""
        whole, bracket, _ = name.partition("[")
        if self._story.source.is_added_to(name, line):
            return f"Call backward() on the loss of one iteration, and add only its number to {name} in line {line}: .item()."
        how = "detach() each of its tensors" if bracket else f"{name} = {name}.detach()"
        return f"Cut {whole} off from the graph before the next iteration uses it: {how}."

    # ---- nothing to differentiate

    def _rootless(self) -> Finding:
        """Explain a root without a graph: where its history was cut."""
        error = self._trace.error
        root = self._root()
        if root is None:
            return self._finding(error.line, "requires_grad_false", "")
        name = self._story.title(root)
        gradient = self._gradient_in(root)
        if gradient is not None:
            line = next(r.line for r in reversed(self._trace.passes) if not r.create_graph)
            what = "the result" if gradient == root else "computed from the result"
            text = (
                f"Line {error.line} differentiates {name}, {what} of the pass of line {line}, which was not recorded."
            )
            return self._finding(line, "create_graph", text, root, gradient)
        start = f"Line {error.line} differentiates {name}, which does not require a gradient."
        way = self._links.origin(root)
        rebound = self._rebound(root)
        if rebound is not None:
            line, old = self._trace.tensors[rebound].line, self._story.title(rebound)
            text = f"{start} Line {line} gave the name {old} to a result without history."
            return self._finding(line, "rebound", text, root, rebound)
        cut = self._links.last_cut(way or [])
        if cut is not None:
            return self._at_cut(root, cut, f"{start} {told(self._story, cut)}")
        frozen = self._story.source.freezes
        if frozen:
            text = f"{start} Line {frozen[0][1]} sets requires_grad of {frozen[0][0]} to False."
            return self._finding(frozen[0][1], "frozen", text, root)
        flagged = (self._trace.tensors[t] for t in sorted(self._ancestors(root)))
        frozen = next((entry for entry in flagged if entry.flagged is not None and not entry.requires_grad), None)
        if frozen is not None:
            text = f"{start} Line {frozen.flagged[1]} sets requires_grad of {frozen.names[-1]} to False."
            return self._finding(frozen.flagged[1], "frozen", text, root)
        text = f"{start} None of the tensors it was computed from requires one."
        return self._finding(self._first_line(root), "requires_grad_false", text, root)

    def _gradient_in(self, root: int) -> int | None:
        """Return what an unrecorded pass has given and a root was computed from, None if other things lead to leaves."""
        if all(run.create_graph for run in self._trace.passes) or self._links.origin(root) is not None:
            return None
        return next((t for t in sorted(self._ancestors(root)) if self._is_gradient(t)), None)

    def _is_gradient(self, tensor: int) -> bool:
        """Return whether a tensor is what a pass has given, and nothing else made it."""
        entry = self._trace.tensors[tensor]
        made = entry.op is not None or entry.line is not None or tensor in self._links.back
        return entry.grad_of is not None or not made

    def _ancestors(self, tensor: int) -> set[int]:
        """Return a tensor and all that it was computed from."""
        seen, waiting = {tensor}, [tensor]
        while waiting:
            new = {link.source for link in self._links.back.get(waiting.pop(), ())} - seen
            seen |= new
            waiting += new
        return seen

    def _first_line(self, root: int) -> int | None:
        """Return the line of the first tensor that a root was computed from and that has a name."""
        seen = self._ancestors(root)
        named = [t for t in sorted(seen) if self._trace.tensors[t].names and self._trace.tensors[t].op is None]
        return self._trace.tensors[named[0] if named else root].line

    def _root(self) -> int | None:
        """Return the tensor that a pass was asked to start at."""
        step = next((s for s in reversed(self._trace.steps) if s.kind == "error"), None)
        found = [] if step is None else [t for t in step.tensors or () if not self._trace.tensors[t].requires_grad]
        if found:
            return found[0]
        line = self._trace.error.line
        made = [t for t, entry in enumerate(self._trace.tensors) if entry.line == line and not entry.requires_grad]
        return made[-1] if made else None

    def _rebound(self, root: int) -> int | None:
        """Return the tensor on the way to a root that took over the name of the leaf it was computed from."""
        for link in self._links.origin(root) or ():
            source, target = self._trace.tensors[link.source], self._trace.tensors[link.target]
            if (
                source.identity != target.identity
                and self._story.is_trainable(link.source)
                and set(source.names) & set(target.names)
            ):
                return link.target
        return None

    def _unused(self) -> Finding:
        """Explain an input that autograd.grad does not find in the graph."""
        error, run = self._trace.error, next((r for r in reversed(self._trace.passes) if r.kind == "grad"), None)
        step = next((s for s in reversed(self._trace.steps) if s.kind == "error"), None)
        roots = set() if run is None else {root.tensor for root in run.roots if root.tensor is not None}
        for tensor in () if step is None else step.tensors or ():
            way = self._links.way(tensor, roots)
            cut = next((link for link in way or () if link.cut), None)
            if cut is not None:
                return self._at_cut(tensor, cut, told(self._story, cut))
            if way is None and tensor not in roots:
                name = self._story.title(tensor)
                text = f"Line {error.line} asks for the gradient of {name}, which the output was not computed from."
                return self._finding(error.line, "not_in_loss", text, tensor)
        return self._finding(error.line, "not_in_loss", "")


def _ended(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else f"{message}."
