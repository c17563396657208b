"""Derivatives as equations: of elementwise operations read off the formula that ran, of others from trace/operators.py."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from autograd_engine.trace.operators import ELEMENTWISE, OPERATORS, Operator, operator_of
from autograd_engine.trace.schema import Fn, Operation, Step, Trace
from autograd_studio.why.numbers import number_text

from ..wording.box_text import as_operand
from ..wording.equations import Equation
from ..wording.formulas import Expression, linear

_CAPITALS = re.compile("[A-Z]{3}")

_ONE = ["#", "1"]


class _Line(NamedTuple):
    """A line of a row: indices of the result and of the input, with brackets, and the derivative."""

    result: str
    place: str
    slope: str


def _lines(row: Operator) -> dict[str, list[_Line]]:
    """Return the lines of an operator by the name of the input."""
    found: dict[str, list[_Line]] = {}
    for text in row.derivatives:
        result, given, place, slope = re.fullmatch(r"y(\S.*?|) / (\w+)(\[.*?\]+) = (.*)", text).groups()
        found.setdefault(given, []).append(_Line(result, place, slope))
    return found


_LINES = {name: _lines(row) for name, row in OPERATORS.items()}


def derivatives(
    trace: Trace,
    step: Step,
    edge: int,
    title: str,
    result: str,
    formula: Expression,
    number: str | None,
    read: Callable[[str], Expression],
) -> list[Equation]:
    """Return the derivatives of the result of a node that a step runs by the input of one of its edges.

    `title` and `result` are what these are called, `formula` is what the node sends along the edge, `number` its slope as
    text, and `read` makes an expression of a line of the row. There are none by an operand that is there twice, since each
    edge is only a part of that.
    """
    fn = trace.fns[step.fn]
    sources = [one.source for one in fn.edges]
    if fn.op is None or sources.count(sources[edge]) > 1:
        return []
    operation = trace.ops[fn.op]
    row, given = _row(operation), fn.edges[edge].input.partition("[")[0]
    if ELEMENTWISE in row.kind:
        symbolic = derivative(formula[2] if fn.edges[edge].summed else formula)
        return [_equation(as_operand(result), as_operand(title), symbolic, number)]
    source = fn.edges[edge].source
    dims = len(trace.values[step.outgoing[edge] if source is None else trace.tensors[source].value].shape)
    equations = []
    for line in _LINES.get(row.name, {}).get(given, ()) if _is_plain(trace, operation, row) else ():
        indices = line.place.count(",") + 1
        if "," in line.result + line.place and indices != dims:
            continue
        element, symbolic = (read(_filled(text, trace, fn)) for text in (given + line.place, line.slope))
        index = "[i]" if _option(operation, "reduction") == "0" else line.result
        told = number if line.place == "[i]" and not index else None
        equations.append(_equation(as_operand(result) + index, linear(element), symbolic, told))
    told = " ".join(linear(one.symbolic) for one in equations)
    for letter, text in row.letters.items():
        if letter in told:
            equations.append(Equation(letter, read(_filled(text, trace, fn))))
            told += text
    return equations


def _equation(result: str, given: str, symbolic: Expression, number: str | None) -> Equation:
    left = ["/", f"∂{result}", f"∂{given}"]
    return Equation(left, symbolic, None, None if symbolic == ["#", number] else number)


def derivative(formula: Expression) -> Expression:
    """Return what an elementwise formula multiplies the gradient by: the formula with 1 in the gradient's place."""
    found = _with_one(formula)
    return found[1] if isinstance(found, list) and found[0] == "(" else found


def _with_one(formula: Expression) -> Expression:
    if not isinstance(formula, list) or formula[0] == "#":
        return formula
    if formula[0] == "grad":
        return _ONE
    sign, *parts = formula
    parts = [_with_one(part) for part in parts]
    if sign == "(" and parts[0] == _ONE:
        return _ONE
    if sign == "*" and _ONE in parts:
        return parts[1] if parts[0] == _ONE else parts[0]
    return [sign, *parts]


# ---- options


def _option(operation: Operation, name: str) -> str | None:
    """Return the text of an option, None if it was not given."""
    return next((argument.text for argument in operation.inputs if argument.name == name), None)


def _is_plain(trace: Trace, operation: Operation, row: Operator) -> bool:
    """Return whether an operation is the function in its lines, which knows no weights and leaves out no targets."""
    ignored = _option(operation, "ignore_index")
    target = next((a.tensors[0] for a in operation.inputs if a.name == "target" and a.tensors), None)
    if ignored is not None and target is not None and int(ignored) in trace.values[trace.tensors[target].value].data:
        return False
    told = (argument for argument in operation.inputs if argument.name in row.plain)
    return not any(a.tensors if a.text is None else a.text not in row.plain[a.name] for a in told)


def _row(operation: Operation) -> Operator:
    """Return what is known of an operation, of a norm by whether it uses its running statistics."""
    is_running = operation.name == "native_batch_norm" and _option(operation, "training") == "False"
    return operator_of("running_batch_norm" if is_running else operation.name)


def _size(trace: Trace, operation: Operation, fn: Fn) -> int:
    """Return how many elements are normalized together, or how many features attention compares."""
    shapes = {
        one.name: trace.values[trace.tensors[one.tensor].value].shape for one in fn.saved if one.tensor is not None
    }
    given = next((trace.values[trace.tensors[a.tensors[0]].value].shape for a in operation.inputs if a.tensors), [])
    if "query" in _LINES.get(_row(operation).name, ()):
        return given[-1]
    return math.prod(given) // max(1, math.prod(shapes.get("result1", [])))  # which has the means


def _norm(operation: Operation) -> str:
    """Return the slope of a norm of its order."""
    order = float(_option(operation, "ord") or 2)
    if order in (1, 2):
        return "sign(self[i])" if order == 1 else "self[i] / y"
    if math.isinf(order):
        return "sign(self[i]) * (abs(self[i]) == y) / sum(abs(self) == y)"
    return f"sign(self[i]) * (abs(self[i]) / y) ** {number_text(order - 1, 6)}"


def _filled(text: str, trace: Trace, fn: Fn) -> str:
    """Return a line's text with numbers in the place of its capitals, without what multiplies by 1 or adds 0."""
    if not _CAPITALS.search(text):  # as in most lines, which every iteration of a loop needs
        return _shortened(text)
    operation = trace.ops[fn.op]
    size = _size(trace, operation, fn)
    mean = _option(operation, "reduction") == "1"
    given = {argument.name for argument in operation.inputs if argument.tensors}
    mask = (
        "+ attn_mask" if "attn_mask" in given else "+ causal_mask" if _option(operation, "is_causal") == "True" else ""
    )
    texts = {
        "NORM": _norm(operation),
        "GAMMA": "1" if "weight" not in given else "weight[i]" if "layer_norm" in operation.name else "weight[c]",
        "SIZE": str(size),
        "EPS": _option(operation, "eps") or "eps",
        "SCALE": _option(operation, "scale") or f"(1 / sqrt({size}))",
        "MASK": mask,
        "FREE": f"(n - {_option(operation, 'correction') or '1'})",
        "COUNT": "n" if mean else "1",
        "TARGETS": "len(target)" if mean else "1",
        "BETA": _option(operation, "beta") or "1",
        "ALPHA": _option(operation, "alpha") or "1",
        "STRIDE": _one_number(_option(operation, "stride")) or "stride",
        "PADDING": _one_number(_option(operation, "padding")) or "padding",
    }
    return _shortened(re.sub(r"\b(?:" + "|".join(texts) + r")\b", lambda found: texts[found[0]], text))


@lru_cache(256)  # every iteration of a loop needs the same ones
def _shortened(text: str) -> str:
    return ast.unparse(_Shortener().visit(ast.parse(text, mode="eval")))


def _one_number(option: str | None) -> str | None:
    """Return the number that a stride or a padding is in all dimensions, None if it is not the same in all."""
    numbers = set(re.findall(r"\d+", option or ""))
    return numbers.pop() if len(numbers) == 1 else None


class _Shortener(ast.NodeTransformer):
    """Leaves out what multiplies or divides by 1, and what adds or subtracts 0."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(op=ast.Mult(), left=ast.Constant(value=1), right=rest):
                return rest
            case ast.BinOp(op=ast.Mult() | ast.Div(), left=rest, right=ast.Constant(value=1)):
                return rest
            case ast.BinOp(op=ast.Add() | ast.Sub(), left=rest, right=ast.Constant(value=0)):
                return rest
        return node
