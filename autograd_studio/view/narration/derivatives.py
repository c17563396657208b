"""Derivatives as equations: of elementwise operations read off the formula that ran, of others from one table.

Whoever adds an operator that is not elementwise may give it lines there.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from autograd_engine.trace.schema import Fn, Operation, Step, Trace

from ..wording.box_text import as_operand
from ..wording.equations import Equation
from ..wording.formulas import Expression, linear
from .paths import ELEMENTWISE

# By how much an element of the result y grows for each 1 that an element of an input grows, which is 0 by those that no line
# names. n is how many elements y was made of. A single index is a place among the elements that the operation is about; with
# a comma they are all that there are, and c is the channel of i. What is in capitals is what the options of the operation make
# it. A letter that is no input is defined below the table.
TABLE = """
sum nansum: y / self[i] = 1
trace: y / self[i, i] = 1
mean: y / self[i] = 1 / n
amax amin max min: y / self[i] = (self[i] == y) / sum(self == y)
var: y / self[i] = 2 * (self[i] - mean(self)) / FREE
std: y / self[i] = (self[i] - mean(self)) / (FREE * y)
linalg_vector_norm: y / self[i] = NORM
logsumexp: y / self[i] = exp(self[i] - y)
prod: y / self[i] = y / self[i]
cumsum: y[i + j] / self[i] = 1
softmax: y[i] / self[i] = y[i] * (1 - y[i])
softmax: y[i] / self[j] = -y[i] * y[j]
log_softmax: y[i] / self[i] = 1 - exp(y[i])
log_softmax: y[i] / self[j] = -exp(y[j])
nll_loss: y / self[i, target[i]] = -1 / TARGETS
mse_loss: y / self[i] = 2 * (self[i] - target[i]) / COUNT
mse_loss: y / target[i] = 2 * (target[i] - self[i]) / COUNT
binary_cross_entropy: y / self[i] = (self[i] - target[i]) / (COUNT * self[i] * (1 - self[i]))
binary_cross_entropy_with_logits: y / self[i] = (sigmoid(self[i]) - target[i]) / COUNT
dot: y / self[i] = tensor[i]
dot: y / tensor[i] = self[i]
mv: y[i] / self[i, k] = vec[k]
mv: y[i] / vec[k] = self[i, k]
mm: y[i, j] / self[i, k] = mat2[k, j]
mm: y[i, j] / mat2[k, j] = self[i, k]
bmm: y[b, i, j] / self[b, i, k] = mat2[b, k, j]
bmm: y[b, i, j] / mat2[b, k, j] = self[b, i, k]
addmm: y[i, j] / self[j] = BETA
addmm: y[i, j] / mat1[i, k] = ALPHA * mat2[k, j]
addmm: y[i, j] / mat2[k, j] = ALPHA * mat1[i, k]
convolution: y[b, o, p] / input[b, c, STRIDE * p + k - PADDING] = weight[o, c, k]
convolution: y[b, o, p] / weight[o, c, k] = input[b, c, STRIDE * p + k - PADDING]
convolution: y[b, o, p, q] / input[b, c, STRIDE * p + k - PADDING, STRIDE * q + l - PADDING] = weight[o, c, k, l]
convolution: y[b, o, p, q] / weight[o, c, k, l] = input[b, c, STRIDE * p + k - PADDING, STRIDE * q + l - PADDING]
native_layer_norm native_batch_norm native_group_norm: y[i] / input[i] = GAMMA * (1 - (1 + x̂[i] ** 2) / SIZE) / σ
native_layer_norm native_batch_norm native_group_norm: y[i] / input[j] = -(1 + x̂[i] * x̂[j]) * GAMMA / (SIZE * σ)
native_layer_norm: y[i] / weight[i] = x̂[i]
native_layer_norm: y[i] / bias[i] = 1
running_batch_norm: y[i] / input[i] = GAMMA / σ
native_batch_norm running_batch_norm native_group_norm: y[i] / weight[c] = x̂[i]
native_batch_norm running_batch_norm native_group_norm: y[i] / bias[c] = 1
attention: y[b, h, i, l] / query[b, h, i, k] = SCALE * sum(p[b, h, i, :] * (value[b, h, :, l] - y[b, h, i, l]) * key[b, h, :, k])
attention: y[b, h, i, l] / key[b, h, j, k] = SCALE * p[b, h, i, j] * (value[b, h, j, l] - y[b, h, i, l]) * query[b, h, i, k]
attention: y[b, h, i, l] / value[b, h, j, l] = p[b, h, i, j]
"""

# What a letter in the lines of an operation is, with all its elements.
_LETTERS = {
    "running_batch_norm": {"x̂": "(input - running_mean[c]) / σ", "σ": "sqrt(running_var[c] + EPS)"},
    "attention": {"p": "softmax(SCALE * (query @ key.mT) MASK)"},
}
_NORMALIZED = {"x̂": "(input - mean(input)) / σ", "σ": "sqrt(mean((input - mean(input)) ** 2) + EPS)"}
_LETTERS |= dict.fromkeys(("native_layer_norm", "native_batch_norm", "native_group_norm"), _NORMALIZED)

_CAPITALS = re.compile("[A-Z]{3}")

# Options with which an operation is another function than the one in its line.
_OTHERS = {
    "max": {"dim": ()},
    "min": {"dim": ()},
    "convolution": {"groups": ("1",), "dilation": ("(1,)", "(1, 1)"), "transposed": ("False",)},
}
_WEIGHTED = {"nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"}
_ONE = ["#", "1"]


class _Line(NamedTuple):
    """A line of the table: indices of the result, the input and its indices, all with brackets, and the derivative."""

    result: str
    given: str
    place: str
    slope: str


def _lines() -> dict[tuple[str, str], list[_Line]]:
    """Return the lines by the name of the operation and of the input."""
    found: dict[tuple[str, str], list[_Line]] = {}
    for row in TABLE.strip().splitlines():
        names, result, given, place, text = re.fullmatch(r"([\w ]+): y(\S.*?|) / (\w+)(\[.*?\]+) = (.*)", row).groups()
        for name in names.split():
            found.setdefault((name, given), []).append(_Line(result, given, place, text))
    return found


_LINES = _lines()


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
    text, and `read` makes an expression of a line of the table. There are none by an operand that is there twice, since each
    edge is only a part of that.
    """
    fn = trace.fns[step.fn]
    sources = [one.source for one in fn.edges]
    if fn.op is None or sources.count(sources[edge]) > 1:
        return []
    operation = trace.ops[fn.op]
    name, given = _name(operation), fn.edges[edge].input.partition("[")[0]
    if name in ELEMENTWISE:
        symbolic = derivative(formula[2] if fn.edges[edge].summed else formula)
        return [_equation(as_operand(result), as_operand(title), symbolic, number)]
    source = fn.edges[edge].source
    dims = len(trace.values[step.outgoing[edge] if source is None else trace.tensors[source].value].shape)
    equations = []
    for line in _LINES.get((name, given), ()) if _is_plain(trace, operation, name) else ():
        indices = line.place.count(",") + 1
        if "," in line.result + line.place and indices != dims:
            continue
        element, symbolic = (read(_filled(text, trace, fn)) for text in (given + line.place, line.slope))
        index = "[i]" if _option(operation, "reduction") == "0" else line.result
        told = number if line.place == "[i]" and not index else None
        equations.append(_equation(as_operand(result) + index, linear(element), symbolic, told))
    told = " ".join(linear(one.symbolic) for one in equations)
    for letter, text in _LETTERS.get(name, {}).items():
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


def _is_plain(trace: Trace, operation: Operation, name: str) -> bool:
    """Return whether an operation is the function in its lines, which knows no weights and leaves out no targets."""
    if name in _WEIGHTED and any(a.tensors and "weight" in a.name for a in operation.inputs):
        return False
    ignored = _option(operation, "ignore_index")
    target = next((a.tensors[0] for a in operation.inputs if a.name == "target" and a.tensors), None)
    if ignored is not None and target is not None and int(ignored) in trace.values[trace.tensors[target].value].data:
        return False
    others = _OTHERS.get(name, {})
    return all(_option(operation, option) in (None, *usual) for option, usual in others.items())


def _name(operation: Operation) -> str:
    """Return the name of an operation in the table, which tells by it whether a norm uses its running statistics."""
    name = operation.name.rstrip("_")
    if name == "native_batch_norm" and _option(operation, "training") == "False":
        return "running_batch_norm"
    return "attention" if name.startswith("scaled_dot_product_") else name


def _size(trace: Trace, operation: Operation, fn: Fn) -> int:
    """Return how many elements are normalized together, or how many features attention compares."""
    shapes = {
        one.name: trace.values[trace.tensors[one.tensor].value].shape for one in fn.saved if one.tensor is not None
    }
    given = next((trace.values[trace.tensors[a.tensors[0]].value].shape for a in operation.inputs if a.tensors), [])
    if _name(operation) == "attention":
        return given[-1]
    return math.prod(given) // max(1, math.prod(shapes.get("result1", [])))  # which has the means


def _norm(operation: Operation) -> str:
    """Return the slope of a norm of its order."""
    order = float(_option(operation, "ord") or 2) if _name(operation) == "linalg_vector_norm" else 2
    if order in (1, 2):
        return "sign(self[i])" if order == 1 else "self[i] / y"
    if math.isinf(order):
        return "sign(self[i]) * (abs(self[i]) == y) / sum(abs(self) == y)"
    return f"sign(self[i]) * (abs(self[i]) / y) ** {order - 1:g}"


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
