"""Updates: how a step of an optimizer, or a write by hand, moves a parameter, as a card and as the rule behind it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from autograd_engine.trace.schema import Operation, Step, Tensor, Trace

from ...catalogue import say
from ..schema import Card
from ..wording.equations import Equation, brief
from ..wording.formulas import Expression, parsed
from .brief import gradient_of
from .phases import is_optimizer
from .rules import NAMES, rule_of

_PLAINLY = {"lr", "self", "grad"}  # what a plain step of SGD depends on
_WITHOUT_EFFECT = {"dampening"}  # of SGD without momentum


@dataclass
class Move:
    """How a step moves a parameter: against its gradient by `rate` times that (`is_plain`), or in another way.

    `by` is the optimizer, "" where the program writes by hand. `card` is missing where the operation itself says what ran.
    """

    by: str
    card: Card | None
    is_plain: bool
    equations: list[Equation]


@dataclass
class _Step:
    """A step along a gradient: its sign, what the rate is called, the rate as text, and the gradient."""

    sign: str
    name: str
    rate: str
    gradient: int


class Updates:
    """Reads the updates of a Trace; `name` is what a tensor is called, `in_full` the text of a value that is listed."""

    def __init__(self, trace: Trace, name: Callable[[int | None], str], in_full: Any) -> None:
        self.trace = trace
        self.name = name
        self.in_full = in_full

    def move(self, step: Step) -> Move:
        """Return how a write that is an update moves its tensor."""
        operation, name = self.trace.ops[step.op], self.name(step.tensor)
        by = self.optimizer(operation)
        found = self.plain_step(operation) if by else self.by_hand(step, operation)
        if found is not None and step.before is not None:
            return Move(
                by, self.plain_card(step, name, found), found.sign == "-", [self.plain_equation(step, name, found)]
            )
        if not by and operation.name not in ("copy_", "set_data_"):
            return Move(by, None, False, [])
        what = say("view.update.step_of", optimizer=by) if by else say("view.update.step")
        card = None
        if step.before is not None and step.after is not None:
            delta = ["+", what, ["-", step.after, step.before]]
            card = Card([["", name, step.before], delta], gives=step.after)
        return Move(by, card, False, self.rule(operation, name) if by else [])

    def optimizer(self, operation: Operation) -> str:
        """Return which optimizer an operation is a step of, "" for none."""
        name = operation.name.removesuffix("_")
        return NAMES.get(name, name.capitalize()) if is_optimizer(operation) else ""

    # ---- against the gradient

    def plain_step(self, operation: Operation) -> _Step | None:
        """Return the step of SGD with nothing but a learning rate."""
        given = {argument.name: argument for argument in operation.inputs}
        options = set(given) - _PLAINLY - (_WITHOUT_EFFECT if "momentum" not in given else set())
        if operation.name != "sgd_" or options or "grad" not in given:
            return None
        return _Step("-", "lr", given["lr"].text or "", given["grad"].tensors[0])

    def by_hand(self, step: Step, operation: Operation) -> _Step | None:
        """Return the step along a gradient that the program makes itself, None if it does something else."""
        given = {argument.name: argument for argument in operation.inputs}
        name, other = operation.name, given.get("other")
        if name in ("copy_", "set_data_"):
            source = given.get("src") or given.get("new_data")
            made = self.made(source.tensors[0]) if source is not None and source.tensors else None
            if made is None or made.name not in ("sub", "add") or not self.is_same(made, step):
                return None
            given = {argument.name: argument for argument in made.inputs}
            name, other = f"{made.name}_", given.get("other")
        if name not in ("sub_", "add_") or other is None or not other.tensors:
            return None
        alpha = given["alpha"].text if "alpha" in given else None
        return self.along(other.tensors[0], "-" if name == "sub_" else "+", alpha, step, operation)

    def along(self, t: int, sign: str, alpha: str | None, step: Step, operation: Operation) -> _Step | None:
        """Return the step that adds a tensor, or takes it away, if that is a gradient times a number."""
        rate = "" if alpha is None else self.rate_in(operation, "alpha")
        factor, made = alpha, self.made(t)
        if made is not None and made.name == "mul" and alpha is None:
            tensors = [argument.tensors[0] for argument in made.inputs if argument.tensors]
            numbers = [argument.text for argument in made.inputs if argument.text is not None]
            if len(tensors) != 1 or len(numbers) != 1:
                return None
            t, factor, rate = tensors[0], numbers[0], _named_factor(made.text)
        if not self.is_gradient(t, step) or factor is None:
            return None
        if factor.startswith("-"):
            sign, factor, rate = "+-"[sign == "+"], factor[1:], ""
        return _Step(sign, rate or factor, factor, t)

    def made(self, t: int) -> Operation | None:
        """Return the operation that made a tensor."""
        entry = self.trace.tensors[t]
        return None if entry.op is None else self.trace.ops[entry.op]

    def is_gradient(self, t: int, step: Step) -> bool:
        """Return whether a tensor is the gradient of what a step writes to."""
        of = self.trace.tensors[t].grad_of
        return of is not None and self.tensor(of).identity == self.tensor(step.tensor).identity

    def is_same(self, made: Operation, step: Step) -> bool:
        """Return whether an operation begins with the numbers that a step overwrites."""
        first = made.inputs[0].tensors
        return bool(first) and step.before is not None and self.tensor(first[0]).value == step.before

    def tensor(self, t: int) -> Tensor:
        """Return an entry of the Trace."""
        return self.trace.tensors[t]

    def rate_in(self, operation: Operation, option: str) -> str:
        """Return the name that an option of a call has in the program, "" if it is none."""
        match _tree(operation.text):
            case ast.Call(keywords=keywords):
                names = [k.value.id for k in keywords if k.arg == option and isinstance(k.value, ast.Name)]
                return names[0] if names else ""
        return ""

    def plain_card(self, step: Step, name: str, found: _Step) -> Card:
        """Return w − lr · w.grad in numbers."""
        gradient = self.tensor(found.gradient).value
        factors = [["", name, step.before], [found.sign, found.name, found.rate], ["*", gradient_of(name), gradient]]
        return Card(factors, gives=step.after)

    def plain_equation(self, step: Step, name: str, found: _Step) -> Equation:
        """Return the same as an equation."""
        gradient = self.tensor(found.gradient).value
        rate: Expression = ["#", found.rate] if found.name == found.rate else found.name
        texts = [self.in_full[step.before], self.in_full[gradient]]
        numbers = None
        if None not in texts:
            numbers = [found.sign, ["#", texts[0]], ["*", ["#", found.rate], ["#", texts[1]]]]
        return Equation(name, [found.sign, name, ["*", rate, gradient_of(name)]], numbers, self.in_full[step.after])

    # ---- other rules

    def rule(self, operation: Operation, name: str) -> list[Equation]:
        """Return the rule of an optimizer with the numbers that it was given."""
        options = {argument.name: argument.text for argument in operation.inputs if argument.text is not None}
        return [Equation(*line) for line in _rule(operation.name.removesuffix("_"), tuple(options.items()), name)]


@lru_cache(256)  # every step of an optimizer has the same
def _rule(optimizer: str, options: tuple[tuple[str, str], ...], name: str) -> list[tuple[str, Expression]]:
    texts = dict(options)
    given: dict[str, Expression] = {option: ["#", brief(text)] for option, text in options}
    given = {"w": name, "grad": gradient_of(name), **given}
    if texts.get("betas"):
        given["beta1"], given["beta2"] = (["#", part.strip()] for part in texts["betas"].strip("()").split(","))
    lines = rule_of(optimizer, texts)
    return [(name if left == "w" else left, parsed(text, given.get)) for left, text in lines]


def _named_factor(text: str) -> str:
    """Return the name that a product multiplies by, as `lr` in `lr * w.grad`, "" if it is no name."""
    match _tree(text):
        case (
            ast.BinOp(op=ast.Mult(), left=ast.Name(id=name), right=other)
            | ast.BinOp(op=ast.Mult(), left=other, right=ast.Name(id=name))
        ) if ".grad" in ast.unparse(other):
            return name
    return ""


def _tree(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
