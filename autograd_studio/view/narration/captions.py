"""Captions: each step in one sentence of at most 16 words, and the sentences of the beats that steps belong to.

A beat is what one looks at in one go: a node that runs with what it sends, an operation, a sum at a tensor that was used several
times, an update. It begins at a step, and the steps up to the next beat belong to it. What can be said besides is in `say`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from autograd_engine.trace.schema import Step, Trace
from autograd_studio.why.numbers import has_nan, is_finite

from ...catalogue import say
from ..schema import Phase
from ..wording.equations import Equation
from ..wording.value_texts import Texts
from .brief import MOST_NAMES, Numbers, figured, fit, gradient_of, listed, named, plain, solid, times
from .phases import is_refused_write
from .sending import Sending, SendingTeller
from .updates import Move

Name = Callable[[int | None], str]
Owner = Callable[..., str]

# PyTorch's messages about a pass that cannot start, and about a node that cannot run.
_ROOTLESS = "does not require grad and does not have a grad_fn"
_NOT_ONE = "grad can be implicitly created only for scalar outputs"
_OVERWRITTEN = "has been modified by an inplace operation"

_MOST_REPEATED = 12  # letters of a name that a sentence says three times
_MOST_FIGURES = 32  # letters of an expression in numbers


class Told(NamedTuple):
    """What the caption of a step is made of: what it computes, what a node sends, and how an update moves a parameter."""

    equation: Equation | None = None
    sent: Sequence[Sending] = ()
    move: Move | None = None


class Captions:
    """Tells the steps of a Trace in order; `name` is what a tensor is called, `owner` whose gradient arrives at a node."""

    def __init__(self, trace: Trace, texts: Texts, name: Name, owner: Owner) -> None:
        self.trace = trace
        self.numbers = Numbers(trace, texts)
        self.sending = SendingTeller(trace, self.numbers)
        self._name = name
        self._owner = owner
        self.caption = self.beat = ""  # of the step that was told last
        self.at = 0  # the position of the step that is told
        # What has come to an output of a node that waits for more, by pass, node and output.
        self.parts: dict[tuple, list[int | None]] = {}
        self.seeded: set[tuple] = set()  # where one of these is a seed
        self.about: tuple | None = None  # the sum that the present beat is, by pass and node
        self.arrived: dict[tuple, int | None] = {}  # by pass and node: what it will run with
        self.filled: dict[int | None, dict[str, int]] = {}  # by pass: what each .grad has become, by its name
        # By the tensors that passes are given as seeds: what they start at.
        self.given = {root.given: root.tensor for run in trace.passes for root in run.roots if root.given is not None}
        self.stored = {(s.run, s.fn): s.before for s in trace.steps if s.kind == "accumulate" and s.fn is not None}

    def tell(self, group: list[Step], phase: Phase, told: Told) -> None:
        """Make the caption of a step and those that follow from it, and the sentence of the beat if one begins."""
        step = group[0]
        self.caption = self.beat = ""
        if step.kind == "op":
            self.caption = self.beat = self._op(step, phase, told.equation)
        elif step.kind == "run":
            self.caption = self.beat = self._run(step, told.sent)
        elif told.move is not None:
            self._update(step, told.move)
        else:
            getattr(self, f"_{step.kind}")(step)
        if step.kind not in ("arrive", "accumulate"):
            self.about = None
        if not self.at:
            self.beat = self.beat or self.caption
        self.at += len(group)

    def name(self, t: int | None) -> str:
        """Return what a tensor is called."""
        return plain(self._name(t))

    def owner(self, step: Step) -> str:
        """Return what a tensor is called whose gradient arrives at a node."""
        return plain(self._owner(step.fn, step.output or 0))

    def stretch(self, step: Step) -> list[Step]:
        """Return a step and those after it that are alike: one statement clears several gradients."""
        steps, end = self.trace.steps, self.at
        while end < len(steps) and _is_like(steps[end], step):
            end += 1
        return steps[self.at : end]

    def begins(self, step: Step) -> bool:
        """Return whether a step is the first of those that are alike."""
        return not self.at or not _is_like(self.trace.steps[self.at - 1], step)

    # ---- forward

    def _create(self, step: Step) -> None:
        tensor = self.trace.tensors[step.tensor]
        name, value = self.name(step.tensor), self.numbers.of(tensor.value)
        root = self.given.get(step.tensor)
        seeds = [] if root is None else [say("view.captions.is_seed", name=name, value=value, root=self.name(root))]
        kind = "leaf" if tensor.kind == "leaf" else "constant"
        self.caption = fit(
            *seeds,
            say("view.captions.leaf", name=name, value=value) if kind == "leaf" else
            say("view.captions.constant", name=name, value=value),
            say("view.captions.made", name=name),
        )  # fmt: skip
        if not self.begins(step):
            return
        made = self.stretch(step)
        leaves = sum(self.trace.tensors[one.tensor].kind == "leaf" for one in made)
        self.beat = self.caption
        if 1 < len(made) == leaves:
            names = listed([self.name(one.tensor) for one in made])
            self.beat = fit(
                say("view.captions.leaves", names=names), say("view.captions.begins", made=len(made), count=leaves)
            )
        elif len(made) > 1:
            self.beat = (
                say("view.captions.begins", made=len(made), count=leaves)
                if leaves
                else say("view.captions.begins_plain", made=len(made))
            )

    def _op(self, step: Step, phase: Phase, equation: Equation | None) -> str:
        operation = self.trace.ops[step.op]
        values = [self.trace.tensors[t].value for t in operation.outputs]
        if len(values) != 1:
            return fit(self.phased(phase, "several", name=self.sending.operation(operation.name), count=len(values)))
        name, value = self.name(operation.outputs[0]), self.numbers.of(values[0])
        base = self.trace.tensors[operation.outputs[0]].base
        if operation.fn is not None and self.trace.fns[operation.fn].kind == "function":
            return fit(self.phased(phase, "function", name=operation.name, value=value))
        if base is not None:
            return fit(
                self.phased(phase, "view", name=name, base=self.name(base)),
                self.phased(phase, "is", name=name, value=value),
            )
        return fit(*self.computed(phase, name, value, equation), self.phased(phase, "is", name=name, value=value))

    def computed(self, phase: Phase, name: str, value: str, equation: Equation | None) -> list[str]:
        """Return sentences about a result with its expression in names and in numbers, the fullest first."""
        if equation is None:
            return []
        figures = None if equation.numbers is None or equation.result is None else figured(equation.numbers)
        if figures in (None, value) or len(figures) > _MOST_FIGURES:
            figures = None
        if not equation.left:
            return [self.phased(phase, "is", name=name, value=solid(f"{figures} = {value}"))] if figures else []
        expr = named(equation.symbolic)
        found = [self.phased(phase, "named", name=name, expr=expr, value=value)]
        return (
            [self.phased(phase, "named", name=name, expr=f"{expr} = {figures}", value=value), *found]
            if figures
            else found
        )

    def phased(self, phase: Phase, message: str, **parts: object) -> str:
        """Say something of an operation, with the phase in front."""
        return say(f"view.captions.phases.{phase}", said=say(f"view.captions.ops.{message}", **parts))

    def _write(self, step: Step) -> None:
        name = self.name(step.tensor)
        before, after = self.numbers.few(step.before), self.numbers.few(step.after)
        full = [say("view.captions.overwritten", name=name, before=before, after=after)] if before and after else []
        if before and before == after:
            full = [say("view.captions.rewritten", name=name, value=after)]
        self.caption = self.beat = fit(*full, say("view.captions.written", name=name))

    # ---- learning

    def _update(self, step: Step, move: Move) -> None:
        name = self.name(step.tensor)
        before, after = self.numbers.few(step.before), self.numbers.few(step.after)
        found = []
        if before and after:
            parts = {"name": name, "before": before, "after": after}
            found = [
                say("view.captions.learns", **parts) if move.is_plain else
                say("view.captions.moves", who=move.by or say("view.update.program"), **parts),
                say("view.captions.learns_briefly", **parts),
            ]  # fmt: skip
        elif (most := self.numbers.most_moved(step.before, step.after)) is not None:
            count = self.numbers.of(step.after)
            found = [say("view.captions.moves_many", name=name, numbers=count, most=most)]
        self.caption = fit(*found, say("view.captions.moves_large", name=name))
        if not self.begins(step):
            return
        moved = self.stretch(step)
        self.beat = self.caption if len(moved) == 1 else fit(
            say("view.captions.moves_several", who=move.by or say("view.update.program"), count=len(moved))
        )  # fmt: skip

    # ---- a pass

    def _backward(self, step: Step) -> None:
        run = self.trace.passes[step.run]
        names = [plain(self._owner(root.fn, root.output)) for root in run.roots]
        if len(names) != 1:
            self.caption = self.beat = fit(say("view.captions.starts_several", names=listed(names)))
            return
        seed = self.numbers.of(run.roots[0].seed)
        if run.kind == "grad":
            inputs = listed([self.name(t) for t in run.inputs or ()])
            said = [say("view.captions.starts_grad", name=names[0], seed=seed, inputs=inputs)]
        elif run.roots[0].implicit:
            is_long = len(names[0]) > _MOST_REPEATED
            said = [] if is_long else [say("view.captions.starts_implicit", name=names[0])]
            said.append(say("view.captions.starts_itself", name=names[0]))
        else:
            said = [say("view.captions.starts", name=names[0], seed=seed)]
        self.caption = self.beat = fit(*said, say("view.captions.starts_at", name=names[0]))

    def _arrive(self, step: Step) -> None:
        name, value, key = self.owner(step), self.numbers.of(step.value), (step.run, step.fn, step.output or 0)
        self.arrived[step.run, step.fn] = step.after
        self.parts.setdefault(key, []).append(step.value)
        if step.origin is None:
            self.seeded.add(key)
        if step.awaited:
            self.caption = fit(
                say("view.captions.waits", name=name, value=value, count=step.awaited),
                say("view.captions.waits_briefly", name=name, count=step.awaited),
            )
        elif (step.expected or 1) > 1:
            self.caption = self.beat = self.sum(step, key, name)
            self.about = step.run, step.fn
            return
        elif step.origin is None:
            self.caption = fit(say("view.captions.seed", name=name, value=value))
        else:
            self.caption = fit(say("view.captions.receives", name=name, value=value))
        if self.about is not None:
            self.beat, self.about = self.caption, None

    def sum(self, step: Step, key: tuple, name: str) -> str:
        """Say what the parts add up to that have come to a tensor which was used several times."""
        parts = self.parts.pop(key)
        figures = self.numbers.sum(parts, step.after) if len(parts) == step.expected else None
        told = say("view.captions.used", name=name, times=times(step.expected))
        if key in self.seeded:
            told = say("view.captions.came", name=name, count=step.expected)
        if self.trace.fns[step.fn].kind != "accumulate":
            meaning = say("view.captions.is_gradient")
        elif self.stored.get(key[:2]) is None:
            meaning = say("view.captions.is_grad", grad=gradient_of(name))
        else:
            meaning = say("view.captions.joins_grad", grad=gradient_of(name))
        long = [say("view.captions.sum", told=told, sum=figures, meaning=meaning)] if figures else []
        short = [say("view.captions.sum_alone", told=told, sum=figures)] if figures else []
        return fit(
            *long,
            *short,
            say("view.captions.sum_large", told=told, meaning=meaning),
            say("view.captions.summed", name=name),
        )

    def _run(self, step: Step, sent: Sequence[Sending]) -> str:
        fn = self.trace.fns[step.fn]
        if step.how == "begin":
            value = listed([self.numbers.of(v) for v in step.incoming or ()])
            return fit(
                say("view.captions.calls", fn=fn.name, value=value), say("view.captions.calls_briefly", fn=fn.name)
            )
        if step.how == "end":
            value = listed([self.numbers.of(v) for v in step.outgoing or ()])
            return fit(
                say("view.captions.returns", fn=fn.name, value=value), say("view.captions.returns_briefly", fn=fn.name)
            )
        return self.sending.tell(step, sent)

    def _accumulate(self, step: Step) -> None:
        name = self.name(step.tensor)
        if step.value is None or step.how == "refused":
            self.caption = self.beat = fit(say("view.captions.unchanged", grad=gradient_of(name)))
            return
        self.filled.setdefault(step.run, {})[name] = step.after
        after = self.numbers.of(step.after)
        if step.fn is None:
            self.caption = self.beat = fit(
                say("view.captions.retained", grad=gradient_of(name), value=after),
                say("view.captions.kept", grad=gradient_of(name)),
            )
        elif step.before is None:
            self.caption = fit(say("view.captions.stored", grad=gradient_of(name), value=after))
            if self.about not in (None, (step.run, step.fn)):
                self.beat = self.caption
        else:
            figures = self.numbers.sum([step.before, step.value], step.after)
            long = [say("view.captions.added", grad=gradient_of(name), sum=figures)] if figures else []
            self.caption = self.beat = fit(*long, say("view.captions.added_large", grad=gradient_of(name)))
        self.about = None if self.about == (step.run, step.fn) else self.about

    def _hook(self, step: Step) -> None:
        before, after = (
            listed([self.numbers.of(v) for v in values or ()]) for values in (step.incoming, step.outgoing)
        )
        hook = plain(step.text or "")
        if step.incoming == step.outgoing:
            told = say("view.captions.hook_keeps", hook=hook)
        else:
            told = say("view.captions.hook_changes", hook=hook, before=before, after=after)
        self.caption = self.beat = fit(told, say("view.captions.hook"))

    def _grad(self, step: Step) -> None:
        name = self.name(step.tensor)
        self.caption = fit(self.cleared(step, name), say("view.captions.grad_set", grad=gradient_of(name)))
        if not self.begins(step):
            return
        names = [self.name(one.tensor) for one in self.stretch(step)]
        self.beat = self.caption if len(names) == 1 else fit(
            say("view.captions.emptied_several", count=len(names)) if step.after is None else
            say("view.captions.set_several", count=len(names))
        )  # fmt: skip

    def cleared(self, step: Step, name: str) -> str:
        """Say what the program has made of a `.grad`."""
        if step.after is None:
            return say("view.captions.emptied", grad=gradient_of(name))
        if step.how == "zero_":
            return say("view.captions.zeroed", grad=gradient_of(name))
        return say("view.captions.grad_is", grad=gradient_of(name), value=self.numbers.of(step.after))

    # ---- the end

    def _end(self, step: Step) -> None:
        if step.how == "error":
            self.caption = self.beat = self.missing(step) or fit(
                say("view.captions.breaks", subject=self.subject(step)), say("view.captions.breaks_off")
            )
            return
        if self.trace.passes[step.run].kind == "grad" and step.outgoing:
            value = listed([self.numbers.of(v) for v in step.outgoing])
            self.caption = self.beat = fit(
                say("view.captions.end_grad", value=value),
                say("view.captions.end_grad", value=say("view.captions.tensors", count=len(step.outgoing))),
            )
            return
        filled = self.filled.get(step.run, {})
        odd = {name: value for name, value in filled.items() if not is_finite(self.trace.values[value])}
        if odd:
            kind = "nan" if any(has_nan(self.trace.values[value]) for value in odd.values()) else "inf"
            names = _grads([*odd])
            self.caption = self.beat = fit(
                say("view.captions.end_nan", names=names, count=len(odd)) if kind == "nan" else
                say("view.captions.end_inf", names=names, count=len(odd)),
            )  # fmt: skip
        elif filled:
            self.caption = self.beat = fit(say("view.captions.end", names=_grads([*filled]), count=len(filled)))
        else:
            self.caption = self.beat = say("view.captions.end_empty")

    def subject(self, step: Step) -> str:
        """Return what the node of a step is called."""
        return say("view.labels.it") if step.fn is None else self.sending.subject(self.trace.fns[step.fn])

    def missing(self, step: Step) -> str:
        """Say what a node that fails would need and has no more: freed by an earlier pass, or overwritten; "" of others."""
        fn = None if step.fn is None else self.trace.fns[step.fn]
        saved = [] if fn is None else [self.name(one.tensor) for one in fn.saved if one.tensor is not None]
        if not saved:
            return ""
        parts = {"subject": self.sending.subject(fn), "names": listed(saved)}
        if _OVERWRITTEN in (step.text or ""):
            return fit(say("view.captions.changed", **parts), say("view.captions.breaks_off"))
        if not any(one.kind == "free" and one.fn == step.fn for one in self.trace.steps[: self.at]):
            return ""
        operation = None if fn.op is None else self.trace.ops[fn.op].name.removesuffix("_")
        arrived = self.numbers.few(self.arrived.get((step.run, step.fn)))
        told = [say("view.captions.freed", **parts)]
        if operation == "mul" and arrived is not None:
            told.insert(0, say("view.captions.freed_factor", value=arrived, names=parts["names"]))
        return fit(*told, say("view.captions.breaks_off"))

    def _error(self, step: Step) -> None:
        previous = self.trace.steps[self.at - 1] if self.at else None
        is_told = previous is not None and previous.kind == "end" and previous.how == "error"
        told = self.missing(previous) if is_told else ""
        self.caption = told or fit(*self.failure(step))
        self.beat = "" if told else self.caption

    def failure(self, step: Step) -> list[str]:
        """Say why the program stops, the fullest sentence first."""
        error = self.trace.error
        kind, message = ("error", "") if error is None else (error.type, error.message)
        if kind == "Stopped":
            return [say("view.captions.stopped")]
        plainly = [
            say("view.captions.fails", kind=kind)
            if step.line is None
            else say("view.captions.fails_at", kind=kind, line=step.line)
        ]
        if kind == "SyntaxError" and step.line is not None and self.at == 0:
            return [say("view.captions.not_python", line=step.line)]
        return [*self.refusal(step, message), *plainly]

    def refusal(self, step: Step, message: str) -> list[str]:
        """Say what PyTorch refuses, as far as its message and the tensors of a step tell."""
        if not step.tensors:
            return []
        tensor = self.trace.tensors[step.tensors[0]]
        name = self.name(step.tensors[0])
        if step.how == "write" or (step.kind == "error" and is_refused_write(self.trace)):
            return [say("view.captions.refuses_write", name=name)]
        if _ROOTLESS in message:
            return [say("view.captions.no_history", name=name)]
        if _NOT_ONE in message:
            return [say("view.captions.no_weights", name=name, count=math.prod(self.trace.values[tensor.value].shape))]
        return []

    def _refuse(self, step: Step) -> None:
        self.caption = self.beat = fit(*self.refusal(step, step.text or ""), say("view.captions.refused"))

    def _omitted(self, step: Step) -> None:
        self.caption = self.beat = fit(say("view.captions.omitted", count=step.count))


def _is_like(one: Step, other: Step) -> bool:
    """Return whether two steps are of one statement, or create what the program begins with."""
    is_same = (one.line, one.how, one.scope) == (other.line, other.how, other.scope)
    return one.kind == other.kind and (one.kind == "create" or is_same)


def _grads(names: list[str]) -> str:
    """Return the `.grad`s of tensors as a list in words, of many how many there are."""
    return (
        listed([*map(gradient_of, names)]) if len(names) <= MOST_NAMES else say("view.captions.grads", count=len(names))
    )
