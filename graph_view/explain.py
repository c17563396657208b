"""Equations: what an operation, a node or an accumulation computes, with names, numbers and the result."""

from __future__ import annotations

import math
from dataclasses import dataclass

from autograd_engine.trace import Argument, Fn, Operation, Step, Trace

from .formulas import Expression, binary, negated, parsed
from .numbers import shape_text, text_in_full

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "true_divide": "/", "pow": "**", "floor_divide": "//",
    "remainder": "%", "mm": "@", "mv": "@", "dot": "@", "bmm": "@", "matmul": "@",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip


_SHAPES = ("_sym_sizes", "_shape")
_METADATA = (*_SHAPES, "_sym_numel")


@dataclass
class Equation:
    """`left` = `symbolic` = `numbers` = `result`; the last two only where the tensors are small."""

    left: Expression
    symbolic: Expression
    numbers: Expression | None = None
    result: str | None = None

    def plain(self) -> dict:
        """Return the equation as the payload has it."""
        found = {"left": self.left, "symbolic": self.symbolic, "numbers": self.numbers, "result": self.result}
        return {key: part for key, part in found.items() if part is not None}


class _TooLarge(Exception):
    """A tensor has too many numbers to be written into a formula."""


class Explainer:
    """Makes equations from a Trace and the titles of its tensors."""

    def __init__(self, trace: Trace, titles: list[str]) -> None:
        self.trace = trace
        self.titles = titles
        self.texts = [text_in_full(value) for value in trace.values]

    # ---- forward

    def operation(self, operation: Operation) -> Equation:
        """Return what an operation computed."""
        outputs = operation.outputs
        left = self.titles[outputs[0]] if len(outputs) == 1 and self.trace.tensors[outputs[0]].names else ""
        result = self._small(self.trace.tensors[outputs[0]].value) if len(outputs) == 1 else None
        inputs = in_written_order(operation)
        symbolic = called(operation, [self._argument_name(a) for a in inputs])
        try:
            numbers = called(operation, [self._argument_value(a) for a in inputs])
        except _TooLarge:
            numbers = None
        return Equation(left, symbolic, numbers, result)

    def _argument_name(self, argument: Argument) -> Expression:
        if argument.tensors is None:
            return ["#", argument.text or ""]
        names: list[Expression] = [self.titles[t] for t in argument.tensors]
        return names[0] if len(names) == 1 else [",", *names]

    def _argument_value(self, argument: Argument) -> Expression:
        if argument.tensors is None:
            return ["#", argument.text or ""]
        values = [self._number(self.trace.tensors[t].value) for t in argument.tensors]
        return values[0] if len(values) == 1 else [",", *values]

    # ---- backward

    def node(self, step: Step) -> list[Equation | None]:
        """Return what the node that a step runs sends along each edge, None where it sends nothing."""
        fn = self.trace.fns[step.fn]
        found: list[Equation | None] = []
        for i, edge in enumerate(fn.edges):
            value = step.outgoing[i] if step.outgoing and i < len(step.outgoing) else None
            if value is None or edge.to is None:
                found.append(None)
                continue
            name = edge.input.partition("[")[0]
            text = next((f.text for f in fn.formulas if name in f.inputs), None)
            left = ["grad", "" if edge.source is None else self.titles[edge.source]]
            found.append(self._contribution(left, text, step, i))
        return found

    def _contribution(self, left: Expression, text: str | None, step: Step, edge: int) -> Equation | None:
        """Return what a node sends along an edge by the formula `text`, None if it has none."""
        if text is None:
            return None
        fn, value = self.trace.fns[step.fn], step.outgoing[edge]
        out = self._output_of(fn)
        symbolic = parsed(text, lambda name: self._formula_name(name, fn, out))
        try:
            numbers = parsed(text, lambda name: self._formula_value(name, fn, step))
        except _TooLarge:
            numbers = None
        if fn.edges[edge].summed:
            symbolic, numbers = ["call", "sum", symbolic], numbers and ["call", "sum", numbers]
        return Equation(left, symbolic, numbers, self._small(value))

    def _output_of(self, fn: Fn) -> str:
        return "" if fn.op is None else self.titles[self.trace.ops[fn.op].outputs[0]]

    def _formula_name(self, name: str, fn: Fn, out: str) -> Expression:
        if name == "grad":
            return ["grad", out]
        tensor, text = self._meaning(name, fn)
        return self.titles[tensor] if tensor is not None else name if text is None else ["#", text]

    def _formula_value(self, name: str, fn: Fn, step: Step) -> Expression:
        if name == "grad":
            incoming = (step.incoming or [None])[0]
            if incoming is None:
                raise _TooLarge
            return self._number(incoming)
        tensor, text = self._meaning(name, fn)
        if tensor is not None:
            return self._number(self.trace.tensors[tensor].value)
        return name if text is None else ["#", text]

    def _meaning(self, name: str, fn: Fn) -> tuple[int | None, str | None]:
        """Return the tensor or else the text that a formula's name stands for."""
        for saved in fn.saved:
            if saved.name == name:
                return saved.tensor, saved.text
        arguments = {} if fn.op is None else {a.name: a for a in self.trace.ops[fn.op].inputs}
        argument = arguments.get(name)
        if argument is not None:
            return (argument.tensors or [None])[0], argument.text
        return None, self._metadata(name, arguments)

    def _metadata(self, name: str, arguments: dict[str, Argument]) -> str | None:
        """Return what a name says of an operand's shape: `self_sym_sizes`, `self_sym_numel` (also `n`)."""
        ending = next((end for end in _METADATA if name.endswith(end)), None)
        owner = arguments.get("self" if name == "n" else name.removesuffix(ending or ""))
        if owner is None or not owner.tensors or (ending is None and name != "n"):
            return None
        shape = self.trace.values[self.trace.tensors[owner.tensors[0]].value].shape
        return shape_text(shape) or "()" if ending in _SHAPES else str(math.prod(shape))

    def accumulation(self, name: str, before: int | None, added: int, after: int) -> Equation:
        """Return what an AccumulateGrad did."""
        left = f"{name}.grad"
        if before is None:
            return Equation(left, ["grad", name], None, self._small(after))
        return Equation(left, ["+", left, ["grad", name]], self.sum(before, added), self._small(after))

    def sum(self, before: int, added: int) -> Expression | None:
        """Return a sum of two values, None if they are large."""
        texts = self._small(before), self._small(added)
        return None if None in texts else ["+", ["#", texts[0]], ["#", texts[1]]]

    # ---- numbers

    def _number(self, value: int) -> Expression:
        text = self._small(value)
        if text is None:
            raise _TooLarge
        return ["#", text]

    def _small(self, value: int | None) -> str | None:
        """Return the text of a value if it shows all of it."""
        return None if value is None else self.texts[value]


def in_written_order(operation: Operation) -> list[Argument]:
    """Return the arguments so that `3 * a` is not turned into `a * 3`, which is how it is carried out."""
    match operation.name, operation.inputs:
        case (("mul" | "add"), [first, Argument(text=str(number)) as second]) if operation.text.startswith(number):
            return [second, first]
    return operation.inputs


def called(operation: Operation, arguments: list[Expression]) -> Expression:
    """Return an operation on its arguments as it is written."""
    name = operation.name.removesuffix("_") if operation.in_place else operation.name
    match name, arguments:
        case _, [left, right] if name in _BINARY:
            return binary(_BINARY[name], left, right)
        case (("rsub" | "rsub_scalar"), [left, right]):
            return binary("-", right, left)
        case "neg", [operand]:
            return negated(operand)
        case "reciprocal", [operand]:
            return binary("/", ["#", "1"], operand)
        case (("t" | "mT"), [operand]):
            return ["T", operand]
    return ["call", name, *arguments]
