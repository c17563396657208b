"""What a node sends, in one sentence: a sum hands the gradient on, a product sends the other factor, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from autograd_engine.trace.operators import ELEMENTWISE, operator_of
from autograd_engine.trace.schema import Fn, Step, Trace

from ...catalogue import say
from ..wording.equations import Equation
from ..wording.formulas import Expression, linear
from .brief import Numbers, figured, fit, listed, named, plain, solid
from .derivatives import derivative
from .slopes import share, slope_family

# What an operation is called that is written with a sign.
_SIGNS = {
    "+": "sum", "-": "difference", "y-x": "difference", "*": "product", "/": "quotient", "1/x": "quotient", "**": "power",
    "@": "matrix_product", "-x": "minus", "x.T": "transpose",
}  # fmt: skip

_BESIDE = ("added", "bias")  # families of inputs that tell little of an operation: another one is told first
_MOST_WRITTEN = 12  # letters of a formula that stands in a caption


class Sending(NamedTuple):
    """What a node sends along an edge: to whom, what, by which formula if it has one, and the local slope as text."""

    edge: int
    name: str
    value: int
    equation: Equation | None
    slope: str | None = None

    @property
    def formula(self) -> str:
        """The formula as a line of text, "" if there is none."""
        return "" if self.equation is None else linear(self.equation.symbolic)


class SendingTeller:
    """Says in one sentence what a node that runs sends."""

    def __init__(self, trace: Trace, numbers: Numbers) -> None:
        self.trace = trace
        self.numbers = numbers

    def subject(self, fn: Fn) -> str:
        """Return what a node is called: after its operation, "A product" or "log", else by its class."""
        if fn.op is None or fn.kind == "function":
            return fn.name
        return self.operation(self.trace.ops[fn.op].name.removesuffix("_"))

    def operation(self, name: str) -> str:
        """Return what an operation is called."""
        row = operator_of(name)
        if row.symbol in _SIGNS:
            return say(f"view.captions.subjects.{_SIGNS[row.symbol]}")
        return row.called or name

    def tell(self, step: Step, sent: Sequence[Sending]) -> str:
        """Return the sentence about what a node sends, which is nothing if no input requires a gradient."""
        fn = self.trace.fns[step.fn]
        subject = self.subject(fn)
        if not sent:
            return fit(say("view.captions.sends_nothing", subject=subject))
        to_all = self.to_all(sent)
        plainly = [
            say("view.captions.sends_each", subject=subject, each=to_all),
            say(
                "view.captions.sends_value",
                subject=subject,
                value=self.numbers.of(sent[0].value),
                names=self.names(sent),
            ),
            say("view.captions.sends", subject=subject, names=self.names(sent)),
            say("view.captions.runs", subject=subject),
        ]
        return fit(*self.telling(step, fn, sent, subject, to_all), *plainly)

    def telling(self, step: Step, fn: Fn, sent: Sequence[Sending], subject: str, to_all: str) -> list[str]:
        """Return sentences that say how a node makes what it sends, the fullest first."""
        formulas = {one.formula for one in sent}
        if formulas == {"grad"}:
            return [
                say("view.captions.hands_on", subject=subject, each=to_all),
                say("view.captions.hands_on_to", subject=subject, names=self.names(sent)),
            ]
        summed = [one for one in sent if fn.edges[one.edge].summed]
        if summed and formulas - {one.formula for one in summed} <= {"grad"} and all(map(_is_only_summed, summed)):
            return [say("view.captions.hands_on_summed", subject=subject, name=self.names(summed))]
        if formulas == {"0"}:
            return [say("view.captions.flat", subject=subject, names=self.names(sent))]
        if fn.op is None or fn.kind == "function":
            return []
        name = self.trace.ops[fn.op].name.removesuffix("_")
        if operator_of(name).symbol == "*" and not any(fn.edges[one.edge].summed for one in sent):
            return self.product(sent, subject)
        if len(sent) == 1 and ELEMENTWISE in operator_of(name).kind and not fn.edges[sent[0].edge].summed:
            return self.slope(sent[0], subject)
        return self.family(step, fn, sent, subject)

    def product(self, sent: Sequence[Sending], subject: str) -> list[str]:
        """Say what a product of two numbers, or element by element, sends."""
        figures = [one.equation and one.equation.numbers and figured(one.equation.numbers) for one in sent]
        said = [say("view.captions.product_to", subject=subject, names=self.names(sent))]
        if None in figures or any(self.numbers.few(one.value) is None for one in sent):
            return said
        if len(sent) == 1:
            parts = {"subject": subject, "name": self.names(sent)}
            value = self.numbers.of(sent[0].value)
            return [
                say("view.captions.product_one", figures=solid(f"{figures[0]} = {value}"), **parts),
                say("view.captions.product_one", figures=figures[0], **parts),
                *said,
            ]
        if len({(one.name, figure) for one, figure in zip(sent, figures, strict=True)}) == 1:
            return [
                say("view.captions.product_twice", subject=subject, figures=figures[0], name=self.names(sent)),
                *said,
            ]
        each = ", ".join(
            say("view.captions.to", value=figure, name=plain(one.name))
            for one, figure in zip(sent, figures, strict=True)
        )
        return [say("view.captions.product", subject=subject, each=each), *said]

    def slope(self, one: Sending, subject: str) -> list[str]:
        """Say what a function of single numbers sends, with its slope."""
        found = []
        symbolic = derivative(one.equation.symbolic) if one.equation is not None else None
        formula, slope = (_short(part) for part in (one.equation and one.equation.symbolic, symbolic))
        if formula and slope:
            found.append(say("view.captions.slope", subject=subject, formula=formula, slope=slope))
        value, name = self.numbers.few(one.value), self.names([one])
        if one.slope is not None and value is not None:
            found.append(say("view.captions.slope_here", subject=subject, slope=one.slope, value=value, name=name))
        found.append(say("view.captions.slopes", subject=subject, name=name))
        return found

    def family(self, step: Step, fn: Fn, sent: Sequence[Sending], subject: str) -> list[str]:
        """Say how an operation of a family sends gradients: a mean shares them out, a choice sends them to the chosen."""
        families = [slope_family(self.trace, fn, one.edge) for one in sent]
        told = next((i for i, one in enumerate(families) if one and one not in _BESIDE), 0)
        if families[told] is None:
            return []
        alike = [one for one, family in zip(sent, families, strict=True) if family == families[told]]
        parts = {"name": self.names(alike), "names": self.names(sent), "subject": subject}
        return [
            say(f"view.captions.families.{families[told]}", count=share(self.trace, step, sent[told].edge), **parts)
        ]

    # ---- pieces

    def to_all(self, sent: Sequence[Sending]) -> str:
        """Return what is sent to whom: "1 to x·x, 1 to x"."""
        return ", ".join(
            say("view.captions.to", value=self.numbers.of(one.value), name=plain(one.name)) for one in sent
        )

    def names(self, sent: Sequence[Sending]) -> str:
        """Return to whom something is sent."""
        return listed([plain(one.name) for one in sent])


def _is_only_summed(one: Sending) -> bool:
    """Return whether what is sent is what arrives, summed to a shape."""
    match None if one.equation is None else one.equation.symbolic:
        case ["call", "sum" | "sum_to", inner, *_]:
            return linear(inner) == "grad"
    return False


def _short(expression: Expression | None) -> str:
    """Return an expression in names if it is short."""
    text = "" if expression is None else named(expression)
    return text if len(text) <= _MOST_WRITTEN else ""
