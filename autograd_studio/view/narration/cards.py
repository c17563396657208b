"""Cards: what goes into a step and what comes out of it, as operands with their values.

An equation is taken apart only where it is a chain: `grad × b / c` is the gradient that arrives, times b, divided by c.
What is no chain has no factors, and the card then shows what arrives and what is sent.
"""

from __future__ import annotations

import re
from typing import Any

from autograd_engine.trace.operators import ELEMENTWISE, PRODUCT, operator_of
from autograd_engine.trace.schema import Step, Trace

from ..picture.picture import Picture
from ..schema import Card, Sent
from ..wording.equations import Equation, Named
from ..wording.formulas import Expression, linear

Factor = list[Any]  # as schema.Factor

# What the player computes in expressions, element by element.
_SIGNS = ("+", "-", "*", "/", "**", "==", "!=", "<", "<=", ">", ">=")
_FUNCTIONS = ("abs", "cos", "exp", "log", "sign", "sin", "sqrt", "tan", "tanh")
_NUMBER = re.compile(r"-?\d+(\.\d*)?(e-?\d+)?")

TURNED = "T"  # behind the value of a tensor that stands there transposed


def run_card(step: Step, equations: list[Equation | None], trace: Trace, picture: Picture) -> Card | None:
    """Return what arrives at a node, and for each of its edges what it is multiplied by and what is sent."""
    if not step.outgoing or step.fn is None:
        return None
    sends = []
    for edge, (value, equation) in enumerate(zip(step.outgoing, equations, strict=False)):
        link = picture.of_edge.get((step.fn, edge))
        if value is None or link is None:
            continue
        factors = None if equation is None else chain(equation.symbolic)
        sends.append(Sent(link, value, factors))
    return Card(arrives=[value for value in step.incoming or () if value is not None], sends=sends) if sends else None


def operation_card(equation: Equation, result: int | None) -> Card | None:
    """Return what an operation computes of what."""
    if result is None:
        return None
    return Card(_operands(equation.symbolic), _adds_product(equation.symbolic) or None, gives=result)


def chain(expression: Expression) -> list[Factor] | None:
    """Return by what an expression multiplies the gradient, factor by factor; None if it does anything else with it."""
    match expression:
        case ["grad", _]:
            return []
        case ["(", inner]:
            return chain(inner)
        case ["-", inner]:
            return _longer(chain(inner), ["-", "", None])
        case ["/", inner, factor]:
            return None if _has_gradient(factor) else _longer(chain(inner), _factor("/", factor))
        case ["*" | "@" as sign, left, right]:
            if not _has_gradient(right):
                return _longer(chain(left), _factor(sign, right))
            if not _has_gradient(left):
                return _longer(chain(right), _factor("@<" if sign == "@" else sign, left))
        case ["call", "sum_to" | "sum" as name, inner, *shape]:
            return _longer(chain(inner), ["sum", linear(shape[0]) if shape else name, None])
    return None


def _longer(factors: list[Factor] | None, factor: Factor) -> list[Factor] | None:
    return None if factors is None else [*factors, factor]


def _has_gradient(expression: Expression) -> bool:
    return isinstance(expression, list) and (expression[0] == "grad" or any(map(_has_gradient, expression[1:])))


def _factor(sign: str, expression: Expression) -> Factor:
    while isinstance(expression, list) and expression[0] == "(":
        expression = expression[1]
    match expression:
        case Named():
            return [sign, str(expression), expression.value]
        case ["T", Named() as operand]:
            return [sign, linear(expression), operand.value, TURNED]
    worked_out = _worked_out(expression)
    return [sign, linear(expression), worked_out if isinstance(worked_out, list) else None]


def _worked_out(expression: Expression) -> Any:
    """Return an elementwise expression with values in place of names, as the player computes it; None if it is another."""
    match expression:
        case Named():
            return expression.value
        case ["#", text]:
            return text if _NUMBER.fullmatch(text) else None
        case ["(", inner]:
            return _worked_out(inner)
        case ["call", name, operand] if name in _FUNCTIONS:
            parts = [name, _worked_out(operand)]
        case [sign, *operands] if sign in _SIGNS:
            parts = [sign, *map(_worked_out, operands)]
        case _:
            return None
    return None if None in parts else parts


def _adds_product(expression: Expression) -> bool:
    """Return whether an operation is a call that adds a matrix product to its first operand."""
    row = operator_of(expression[1] if isinstance(expression, list) and expression[0] == "call" else "")
    return row.added == "self" and PRODUCT in row.kind and ELEMENTWISE not in row.kind


def _operands(expression: Expression) -> list[Factor]:
    """Return the operands of an operation, of a call those that are tensors."""
    match expression:
        case ["call", name, *arguments]:
            given = [_factor("", argument) for argument in arguments]
            return [[name, *given[0][1:]], *given[1:]] if given else []
        case ["+" | "-" | "*" | "/" | "@" | "**" | "//" | "%" as sign, left, right]:
            return [_factor("", left), _factor(sign, right)]
        case ["-", operand]:
            return [_factor("-", operand)]
    return [_factor("", expression)]
