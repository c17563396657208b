"""Narration: each step in one to three plain sentences with its numbers, and its formulas."""

from __future__ import annotations

import functools
import math

from autograd_engine.trace.schema import Operation, Root, Step, Trace, function_of

from ...catalogue import say
from .. import schema
from ..chapters.states import states_of
from ..picture.edges import tensor_arguments
from ..picture.picture import Picture
from ..wording.box_text import shortened
from ..wording.equations import Equation, Explainer
from ..wording.formulas import Expression, linear
from ..wording.joining import join
from ..wording.tensor_text import weighted_sum
from ..wording.value_texts import Texts
from .captions import Captions, Told
from .cards import operation_card, run_card
from .derivatives import derivatives
from .paths import LocalSlope, Paths, local_slope
from .phases import phases
from .reach import reached, retains, saved_names, savers
from .sending import Sending
from .slopes import slope_sentence
from .summary import summary
from .tangents import tangents
from .updates import Move, Updates

NAME_COLUMNS = 32
MOST_PARTS = 6  # inputs that are named one by one


class Narrator:
    """Tells the steps of a Trace in order; it remembers which nodes are ready."""

    def __init__(self, trace: Trace, picture: Picture, texts: Texts) -> None:
        self.trace = trace
        self.picture = picture
        self.texts = texts.spoken
        self.in_full = texts.in_full
        self.titles = [shortened(title, NAME_COLUMNS) for title in picture.titles]
        self.explainer = Explainer(trace, self.titles, texts.in_full)
        self.phases = phases(trace)
        self.captions = Captions(trace, texts, self.name, self.owner)
        self.updates = Updates(trace, self.name, texts.in_full)
        self.ready: dict[int, set[int]] = {}
        self.states_of = states_of(trace)
        self.steps_of: dict[int, list[Step]] = {}  # by pass
        for step in trace.steps:
            if step.run is not None:
                self.steps_of.setdefault(step.run, []).append(step)
        in_passes = {step.op for step in trace.steps if step.kind == "op" and step.run is not None}
        self.recorded_in_passes = {i for i, fn in enumerate(trace.fns) if fn.op is not None and fn.op in in_passes}
        self.arrived: dict[tuple[int | None, int | None], int | None] = {}  # by pass and node: the sum that waits
        # By pass, node and output: what waits there.
        self.waits: dict[tuple[int | None, int | None, int], int | None] = {}
        self.holds: dict[int, int] = {}  # what a tensor holds since a write to its memory
        self.overwritten: dict[tuple[int | None, int], Step] = {}  # by pass and node: who wrote to what waits
        self.freed: dict[int, int | None] = {}  # by node: the line of the pass that freed what it had saved
        self.card: schema.Card | None = None  # of the step that is told
        self.summary: schema.Summary | None = None  # of the pass that has come to its end in it

    def tell(self, group: list[Step], shown: schema.Step) -> None:
        """Write into a step of the payload what is said about a step of the Trace and those that follow from it."""
        self.card = self.summary = None
        self.slopes: list[tuple[str, list[Equation]]] = []
        self.sent: list[Sending] = []
        self.move: Move | None = None
        sentences, equations = getattr(self, f"_{group[0].kind}")(group[0])
        for follower in group[1:]:
            sentences += getattr(self, f"_{follower.kind}")(follower)[0]
        if group[-1] is self.trace.steps[-1] and self.ends_unused:
            sentences.append(say("view.backward.no_pass"))
        shown.say, shown.card, shown.summary = " ".join(sentences), self.card, self.summary
        self.captions.tell(group, shown.phase, Told(equations[0] if equations else None, self.sent, self.move))
        shown.caption, shown.beat = self.captions.caption, self.captions.beat
        if equations:
            shown.formula = [equation.shown() for equation in equations]
        if self.slopes:
            shown.slopes = [text for text, _ in self.slopes]
            shown.derivatives = [[one.shown() for one in equations] for _, equations in self.slopes]

    @property
    def ends_unused(self) -> bool:
        """Whether the program came to its end and had a graph, but no backward pass."""
        trace = self.trace
        ran = trace.passes or any(step.passes for step in trace.steps)
        return bool(trace.fns) and not ran and trace.error is None

    # ---- pieces

    def value(self, value: int | None) -> str:
        """Return a value as text."""
        return "None" if value is None else self.texts[value]

    def aside(self, value: int | None) -> str:
        """Return a value as text that follows what it is the value of."""
        return self.value(value) if self.are_small(value) else say("view.values.aside", value=self.value(value))

    def are_small(self, *values: int | None) -> bool:
        """Return whether all elements of these values are listed."""
        return all(value is None or self.in_full[value] is not None for value in values)

    def name(self, t: int | None) -> str:
        """Return what a tensor is called."""
        return "" if t is None else self.titles[t]

    def node(self, fn: int) -> str:
        """Return the name of a node."""
        return self.trace.fns[fn].name

    def owner(self, fn: int, output: int = 0) -> str:
        """Return the name of the tensor whose gradient arrives at an output of a node."""
        box = self.picture.boxes[self.picture.of_output.get((fn, output), self.picture.of_fn[fn])]
        return box.title

    # ---- forward

    def _create(self, step: Step) -> tuple[list[str], list[Equation]]:
        tensor = self.trace.tensors[step.tensor]
        root = self.captions.given.get(step.tensor)
        if root is not None:
            parts = {"name": self.name(step.tensor), "value": self.value(tensor.value), "root": self.name(root)}
            return [say("view.forward.created_seed", **parts)], []
        message = "view.forward.created_leaf" if tensor.kind == "leaf" else "view.forward.created"
        return [say(message, name=self.name(step.tensor), value=self.value(tensor.value))], []

    def _op(self, step: Step) -> tuple[list[str], list[Equation]]:
        operation = self.trace.ops[step.op]
        equation = self.explainer.operation(operation)
        outputs = operation.outputs
        self.card = operation_card(equation, self.trace.tensors[outputs[0]].value if len(outputs) == 1 else None)
        tangents = self.tangents(operation)
        return [*self.result(operation, equation), *tangents, *self.recording(step, operation)], [equation]

    def tangents(self, operation: Operation) -> list[str]:
        """Say which tangent an operation gives its result in forward mode, and show it on the card."""
        rows, said = tangents(self.trace, operation, self.name, self.texts)
        if rows:
            self.card = self.card or schema.Card()
            self.card.tangents = rows
        return said

    def result(self, operation: Operation, equation: Equation) -> list[str]:
        """Say what an operation gave."""
        values = [self.value(self.trace.tensors[t].value) for t in operation.outputs]
        if not values:
            return []
        if self.is_custom(operation):
            return [say("view.forward.function", fn=operation.name, value=join(values[:MOST_PARTS]))]
        expr = linear(equation.symbolic)
        if len(values) > 1:
            parts = join(values[:MOST_PARTS])
            return [say("view.forward.computed_several", expr=expr, count=len(values), value=parts)]
        if equation.left:
            said = [say("view.forward.computed", name=linear(equation.left), expr=expr, value=values[0])]
        else:
            said = [say("view.forward.computed_unnamed", expr=expr, value=values[0])]
        return [*said, *self.sharing(operation.outputs[0])]

    def sharing(self, t: int) -> list[str]:
        """Say that a result that was just computed looks into the memory of another tensor, if it does."""
        base = self.trace.tensors[t].base
        return [] if base is None else [say("view.forward.is_view", name=self.name(t), base=self.name(base))]

    def is_custom(self, operation: Operation) -> bool:
        """Return whether an operation is the call of a custom Function."""
        return operation.fn is not None and self.trace.fns[operation.fn].kind == "function"

    def recording(self, step: Step, operation: Operation) -> list[str]:
        """Say what autograd makes of an operation, and why nothing if that is so."""
        if operation.fn is not None:
            recorded = say("view.forward.recorded", fn=self.node(operation.fn))
            names = saved_names([self.trace.fns[operation.fn]], self.name)
            if self.node(operation.fn) == "CopySlices":
                return [f"{recorded}."]
            message = "view.forward.keeps" if names else "view.forward.keeps_nothing"
            return [say(message, recorded=recorded, saved=join(names[:MOST_PARTS]))]
        function = function_of(self.trace.scopes, operation.scope)
        if function is not None:
            scope = self.trace.scopes[function]
            message = "view.forward.inside_forward" if scope.phase == "forward" else "view.forward.inside_backward"
            said = [say(message, scope=f"{scope.name}.{scope.phase}")]
            return [*said, say("view.forward.copied_gradient")] if self.copies_gradient(operation) else said
        if operation.name == "grad":  # of a recording of PyTorch, which does not see what its formulas do
            return [say("view.forward.gradient_alone")]
        if step.run is not None:
            is_recorded = self.trace.passes[step.run].create_graph
            return [say("view.forward.inside_pass" if is_recorded else "view.forward.inside_hook")]
        inputs = [self.trace.tensors[t] for a in operation.inputs for t in a.tensors or ()]
        if not any(t.kind == "leaf" or t.fn is not None for t in inputs):
            return [say("view.forward.no_gradient_required")]
        if operation.name.startswith("detach"):
            return [say("view.forward.detached", name=self.name(tensor_arguments(operation)[0][1]))]
        outputs = [self.trace.values[self.trace.tensors[t].value].dtype for t in operation.outputs]
        continuous = any(dtype.startswith("float") for dtype in outputs)
        return [say("view.forward.switched_off" if continuous else "view.forward.not_differentiable")]

    def copies_gradient(self, operation: Operation) -> bool:
        """Return whether an operation inside of a backward makes a copy of the gradient that was passed in."""
        inputs = [self.trace.tensors[t] for a in operation.inputs for t in a.tensors or ()]
        return operation.name == "clone" and all(t.op is None and t.line is None for t in inputs)

    def _write(self, step: Step) -> tuple[list[str], list[Equation]]:
        if self.phases[self.captions.at] == "update" and self.trace.tensors[step.tensor].kind == "leaf":
            return self.update(step)
        operation, tensor = self.trace.ops[step.op], self.trace.tensors[step.tensor]
        unnoticed = self.is_unnoticed(step)
        parts = {
            "before": self.value(step.before),
            "after": self.value(step.after),
            "version": tensor.version,
            "way": say("view.forward.by_numpy" if operation.name == "numpy_" else "view.forward.by_data"),
        }
        message = "view.forward.wrote_unseen" if step.before is None else "view.forward.wrote"
        if operation.name == "detach_":
            message = "view.forward.detached_in_place"
        elif unnoticed:
            message = "view.forward.wrote_unnoticed"
        sentences = [say(message, name=self.name(step.tensor), **parts), *self.sharers(step)]
        equation = self.explainer.operation(operation, self.seen_through(step, operation))
        self.card = operation_card(equation, step.after)
        if self.card is not None and step.before is not None:
            self.card.was = step.before
        sentences += self.tangents(operation)
        return [*sentences, *([] if unnoticed else self.recording(step, operation))], [equation]

    def is_unnoticed(self, step: Step) -> bool:
        """Return whether a write leaves the version of its tensor as it was."""
        tensor = self.trace.tensors[step.tensor]
        earlier = [t for t in self.states_of[tensor.identity] if t < step.tensor]
        return bool(earlier) and self.trace.tensors[earlier[-1]].version == tensor.version

    def sharers(self, step: Step) -> list[str]:
        """Say what else a write has changed."""
        sentences = []
        names = list(dict.fromkeys(self.name(t) for t in self.changed(step)))
        if names:
            sentences.append(say("view.forward.also_changed", names=join(names[:MOST_PARTS])))
        victims = self.victims(step)
        if victims:
            names = list(dict.fromkeys(self.owner(fn, output) for fn, output in victims))
            self.overwritten |= {(step.run, fn): step for fn, _ in victims}
            sentences.append(say("view.forward.waiting_changed", names=join(names[:MOST_PARTS])))
        return sentences

    def update(self, step: Step) -> tuple[list[str], list[Equation]]:
        """Say how a parameter learns, by an optimizer or by the program's own hand."""
        move = self.move = self.updates.move(step)
        self.card = move.card
        equations = move.equations
        if move.card is None:
            operation = self.trace.ops[step.op]
            equations = [self.explainer.operation(operation, self.seen_through(step, operation))]
            self.card = operation_card(equations[0], step.after)
        message = "view.update.against" if move.is_plain else "view.update.moves"
        who = move.by or say("view.update.program")
        name, version = self.name(step.tensor), self.trace.tensors[step.tensor].version
        unseen = "view.update.unnoticed" if self.is_unnoticed(step) else "view.update.unrecorded"
        said = [
            say(message, who=who, name=name, before=self.value(step.before), after=self.value(step.after)),
            say(unseen, name=name, version=version),
        ]
        return [*said, *self.sharers(step)], equations

    def changed(self, step: Step) -> list[int]:
        """Return the tensors on the memory of a write that hold something else since: not those that look at another part."""
        tensors = self.trace.tensors
        found = [t for t, value in step.changed or () if value != self.holds.get(t, tensors[t].value)]
        self.holds |= dict(step.changed or ())
        return found

    def victims(self, step: Step) -> list[tuple[int, int]]:
        """Return the nodes and outputs at which a write has changed what waits, likewise."""
        waiting = {(fn, output): value for fn, output, value in step.waiting or ()}
        found = [place for place, value in waiting.items() if value != self.waits.get((step.run, *place))]
        self.waits |= {(step.run, *place): value for place, value in waiting.items()}
        return found

    def seen_through(self, step: Step, operation: Operation) -> tuple[int, int | None] | None:
        """Return the view that was written through and what it shows now, None if the tensor itself was written."""
        written = operation.inputs[0].tensors if operation.inputs else None
        if not written or self.trace.tensors[written[0]].identity == self.trace.tensors[step.tensor].identity:
            return None
        identity = self.trace.tensors[written[0]].identity
        shown = (value for t, value in step.changed or () if self.trace.tensors[t].identity == identity)
        return written[0], next(shown, None)

    # ---- backward

    def _backward(self, step: Step) -> tuple[list[str], list[Equation]]:
        run = self.trace.passes[step.run]
        self.ready[step.run] = set()
        names = [self.owner(root.fn, root.output) for root in run.roots]
        if len(names) != 1:
            return [say("view.backward.several_roots", count=len(names), names=join(names[:MOST_PARTS]))], []
        root = run.roots[0]
        if run.kind == "grad":
            inputs = join([self.name(t) for t in run.inputs or ()][:MOST_PARTS])
            said = [say("view.backward.grad", name=names[0], seed=self.aside(root.seed), inputs=inputs)]
        else:
            said = self.starts(root, names[0])
        return [*said, *self.second(root.fn, names[0]), *self.keeps(step.run)], []

    def starts(self, root: Root, name: str) -> list[str]:
        """Say where backward() starts and what its seed means."""
        if root.implicit:
            return [say("view.backward.starts_implicit", name=name)]
        count = math.prod(self.trace.values[root.seed].shape)
        said = [say("view.backward.starts", name=name, seed=self.value(root.seed))]
        if loss := weighted_sum(name, self.trace.values[root.seed]):
            return [*said, say("view.backward.starts_loss", name=name, loss=loss)]
        meaning = "view.backward.starts_one" if count == 1 else "view.backward.starts_weights"
        return [*said, say(meaning, name=name, count=count)]

    def keeps(self, run: int) -> list[str]:
        """Say what a pass leaves behind that another can go through."""
        if self.trace.passes[run].create_graph:
            return [say("view.backward.creates_graph")]
        if not self.trace.passes[run].retain_graph:
            return []
        return [say("view.backward.retains_graph", names=self.saved(self.kept(run)))]

    def still_keeps(self, run: int) -> list[str]:
        """Say, at the end of a pass, what the nodes have because the pass retains the graph."""
        if not retains(self.trace.passes[run]) or not (kept := self.kept(run)):
            return []
        root = self.trace.passes[run].roots[0]
        return [say("view.backward.still_keeps", names=self.saved(kept), root=self.owner(root.fn, root.output))]

    def kept(self, run: int) -> list[int]:
        """Return the nodes of a pass that have what they have saved."""
        return [fn for fn in savers(self.trace, self.trace.passes[run]) if fn not in self.freed]

    def saved(self, fns: list[int]) -> str:
        """Return what nodes have saved, to be put in behind the word; nothing if it is too much to list."""
        names = saved_names([self.trace.fns[fn] for fn in fns], self.name)
        return say("view.backward.named", names=join(names)) if 0 < len(names) <= MOST_PARTS else ""

    def second(self, fn: int, name: str) -> list[str]:
        """Say that a pass differentiates an earlier one, if it goes through nodes that were recorded in that."""
        if not self.recorded_in_passes or self.recorded_in_passes.isdisjoint(reached(self.trace, fn)):
            return []
        return [say("view.backward.second_pass", name=name)]

    def _arrive(self, step: Step) -> tuple[list[str], list[Equation]]:
        name = self.owner(step.fn, step.output or 0)
        self.arrived[step.run, step.fn] = self.waits[step.run, step.fn, step.output or 0] = step.after
        if step.origin is None:
            return [say("view.backward.seed_arrives", value=self.aside(step.value), fn=self.node(step.fn))], []
        origin = self.node(step.origin)
        if step.value is None:
            sentences = [say("view.backward.arrives_none", name=name, fn=origin)]
        else:
            sentences = [say("view.backward.arrives", name=name, fn=origin, value=self.value(step.value))]
        equations = []
        if step.before is not None and step.value is not None:
            parts = {key: self.value(getattr(step, key)) for key in ("before", "value", "after")}
            small = self.are_small(step.before, step.value, step.after)
            sentences.append(say("view.backward.sum" if small else "view.backward.sum_large", **parts))
            if not step.awaited:
                sentences.append(say("view.backward.sum_why", name=name, count=step.expected))
            total = self.explainer.sum(step.before, step.value)
            if total is not None:
                equations.append(Equation(["grad", name], total, None, self.value(step.after)))
        if step.awaited:
            arrived = step.expected - step.awaited
            sentences.append(
                say("view.backward.waiting", arrived=arrived, expected=step.expected, missing=step.awaited)
            )
        return sentences, equations

    def _ready(self, step: Step) -> tuple[list[str], list[Equation]]:
        if self.trace.fns[step.fn].kind != "accumulate":
            self.ready.setdefault(step.run, set()).add(step.fn)
        if self.is_requested(step):
            return [say("view.backward.captured")], []
        return [say("view.backward.ready", fn=self.node(step.fn))], []

    def is_requested(self, step: Step) -> bool:
        """Return whether a pass stops at a node because the gradient that arrives there was asked for."""
        run = self.trace.passes[step.run]
        boxes = [self.picture.of_tensor[t] for t in run.inputs or ()] if run.kind == "grad" else []
        return self.picture.of_output.get((step.fn, step.output or 0)) in boxes

    def _run(self, step: Step) -> tuple[list[str], list[Equation]]:
        fn = self.trace.fns[step.fn]
        waiting = self.ready.setdefault(step.run, set())
        grads = join([self.aside(v) for v in step.incoming or ()][:MOST_PARTS])
        if step.how == "begin":
            said = [say("view.backward.calls", fn=fn.name, grad=grads), *self.overwriting(step)]
            return [*said, *self.why_first(step, waiting)], []
        if step.how == "end":
            value = join([self.value(v) for v in step.outgoing or ()][:MOST_PARTS])
            return [say("view.backward.returns", value=value), *self.retains(step)], []
        operation = None if fn.op is None else self.trace.ops[fn.op]
        if operation is not None and fn.line is not None:
            expr = shortened(operation.text, NAME_COLUMNS)
            sentences = [say("view.backward.runs_line", fn=fn.name, line=fn.line, expr=expr, grad=grads)]
        else:
            sentences = [say("view.backward.runs", fn=fn.name, grad=grads)]
        sentences += self.overwriting(step)
        equations = self.explainer.node(step)
        self.card = run_card(step, equations, self.trace, self.picture)
        sentences += self.why_first(step, waiting)
        if operation is not None and fn.name == "CopySlices":
            sentences.append(say("view.backward.copy_slices", expr=expr))
        sentences += self.what_it_sends(step, equations)
        sentences += self.retains(step)
        return sentences, [equation for equation in equations if equation is not None]

    def why_first(self, step: Step, waiting: set[int]) -> list[str]:
        """Say why this node and no other ready one runs now; AccumulateGrad goes before all of them."""
        rivals = len(waiting)
        waiting.discard(step.fn)
        return [say("view.backward.runs_first", count=rivals)] if rivals > 1 else []

    def retains(self, step: Step) -> list[str]:
        """Say that a node keeps what it has saved, because the pass retains the graph."""
        if not retains(self.trace.passes[step.run]) or not self.trace.fns[step.fn].saved:
            return []
        return [say("view.backward.retains_saved", names=self.saved([step.fn]))]

    def overwriting(self, step: Step) -> list[str]:
        """Say that what a node runs with is not what had arrived there, if something wrote to it meanwhile."""
        write = self.overwritten.get((step.run, step.fn))
        arrived = self.arrived.get((step.run, step.fn))
        if write is None or step.incoming == [arrived]:
            return []
        return [say("view.backward.runs_overwritten", value=self.aside(arrived), line=write.line)]

    def what_it_sends(self, step: Step, equations: list[Equation | None]) -> list[str]:
        """Say what each input that requires a gradient receives."""
        found = []
        for i, edge in enumerate(self.trace.fns[step.fn].edges):
            if edge.to is None or (edge.source is None and edge.to not in self.picture.of_fn):
                continue  # no pass comes to that node
            value = step.outgoing[i] if step.outgoing and i < len(step.outgoing) else None
            name = self.owner(edge.to, edge.output) if edge.source is None else self.name(edge.source)
            if value is None:
                found.append(say("view.backward.sends_none", name=name))
                continue
            local = local_slope(self.trace, step, i)
            self.sent.append(Sending(i, name, value, equations[i], local[1]))
            if equations[i] is None:
                found.append(say("view.backward.sends_value", name=name, value=self.value(value)))
            else:
                formula = linear(equations[i].symbolic)
                message = "view.backward.sends_flat" if formula == "0" else "view.backward.sends"
                told = say(message, name=name, formula=formula, value=self.value(value))
                if told in found:  # as in x * x
                    twice = say("view.backward.sends_twice", name=name, formula=formula, value=self.value(value))
                    found[found.index(told)] = twice
                else:
                    found.append(told)
                self.slope(step, i, name, equations[i].symbolic, local)
            if edge.summed:
                found.append(say("view.backward.broadcast", name=name))
        return [*found[: 2 * MOST_PARTS], *self.shares(step, equations)] or [say("view.backward.sends_nowhere")]

    def slope(self, step: Step, edge: int, name: str, formula: Expression, local: LocalSlope) -> None:
        """Note how the result of a node changes when an input does, and what each row sends where that is told by rows."""
        result = self.owner(step.fn)
        text, rows = slope_sentence(self.trace, step, edge, name, result, local)
        if not text:
            return
        link = self.picture.of_edge.get((step.fn, edge))
        for sent in self.card.sends if rows and self.card else ():
            if sent.link == link:
                sent.rows = rows.shown(len(self.slopes), text)
        read = functools.partial(self.explainer.read, fn=self.trace.fns[step.fn], result=result)
        found = derivatives(self.trace, step, edge, name, result, formula, local[1], read)
        self.slopes.append((text, found))

    def shares(self, step: Step, equations: list[Equation | None]) -> list[str]:
        """Say that a node sends one tensor to several, if a backward that the program defines is among them."""
        passed = [
            edge
            for edge, equation, value in zip(
                self.trace.fns[step.fn].edges, equations, step.outgoing or (), strict=False
            )
            if edge.to is not None and not edge.summed and [value] == step.incoming
            if equation is not None and linear(equation.symbolic) == "grad"
        ]
        if len(passed) < 2 or not any(self.trace.fns[edge.to].kind == "function" for edge in passed):
            return []
        names = [self.owner(edge.to, edge.output) for edge in passed]
        return [say("view.backward.sends_one", names=join(list(dict.fromkeys(names))[:MOST_PARTS]))]

    def _free(self, step: Step) -> tuple[list[str], list[Equation]]:
        self.freed[step.fn] = step.line
        return [say("view.backward.frees", names=self.saved([step.fn]))], []

    def _accumulate(self, step: Step) -> tuple[list[str], list[Equation]]:
        name = self.name(step.tensor)
        if step.value is None:
            return [say("view.backward.adds_nothing", name=name)], []
        if step.how == "refused":
            return [say("view.backward.refuses", name=name)], []
        parts = {key: self.value(getattr(step, key)) for key in ("before", "value", "after")}
        equation = self.explainer.accumulation(name, step.before, step.value, step.after)
        if step.fn is None:
            return [say("view.backward.retains", name=name, after=parts["after"])], [equation]
        small = self.are_small(step.before, step.value, step.after)
        message = (
            "view.backward.stores"
            if step.before is None
            else "view.backward.adds"
            if small
            else "view.backward.adds_large"
        )
        why = [] if step.before is None else [say("view.backward.adds_why")]
        return [say(message, name=name, **parts), *why], [equation]

    def _hook(self, step: Step) -> tuple[list[str], list[Equation]]:
        before, after = (
            [self.value(v) for v in values or ()][:MOST_PARTS] for values in (step.incoming, step.outgoing)
        )
        name = self.name(step.tensor) if step.tensor is not None else "" if step.fn is None else self.node(step.fn)
        message = "view.backward.hook_keeps" if before == after else "view.backward.hook_changes"
        return [say(message, hook=step.text or "", name=name, value=join(before), after=join(after))], []

    def _grad(self, step: Step) -> tuple[list[str], list[Equation]]:
        name = self.name(step.tensor)
        before, after = self.value(step.before), self.value(step.after)
        self.card = schema.Card(gives=step.after, was=step.before)
        if step.after is None:
            return [say("view.backward.grad_none", name=name)], []
        message = "view.backward.grad_zeroed" if step.how == "zero_" else "view.backward.grad_set"
        return [say(message, name=name, before=before, after=after)], []

    def _end(self, step: Step) -> tuple[list[str], list[Equation]]:
        if step.how == "error":
            name = say("view.labels.it") if step.fn is None else self.trace.fns[step.fn].name
            line = self.freed.get(step.fn)
            names = "" if line is None else self.saved([step.fn])
            freed = [] if line is None else [say("view.backward.was_freed", name=name, names=names, line=line)]
            return [*freed, say("view.backward.breaks", name=name, error=shortened(step.text or "", 200))], []
        if self.trace.passes[step.run].kind == "grad" and step.outgoing:
            value = join([self.value(v) for v in step.outgoing][:MOST_PARTS])
            return [say("view.backward.end_grad", value=value), *self.still_keeps(step.run)], []
        self.summary = summary(Paths(self.trace, self.steps_of[step.run]), self.trace, step.run, self.owner)
        return [say("view.backward.end"), *self.still_keeps(step.run)], []

    def _error(self, step: Step) -> tuple[list[str], list[Equation]]:
        error = self.trace.error
        if error is not None and error.type == "Stopped":  # by a limit of the sandbox
            return [say("view.backward.stopped", error=error.message)], []
        return [say("view.backward.error", error=shortened(step.text or "", 400))], []

    def _refuse(self, step: Step) -> tuple[list[str], list[Equation]]:
        if step.how == "write" and step.tensors:
            name = self.name(step.tensors[0])
            return [say("view.forward.refuses_write", name=name, error=shortened(step.text or "", 300).rstrip("."))], []
        return [say("view.backward.not_begun", error=shortened(step.text or "", 300).rstrip("."))], []

    def _omitted(self, step: Step) -> tuple[list[str], list[Equation]]:
        return [say("view.backward.omitted", count=step.count)], []
