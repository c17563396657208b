"""Equations: what an operation, a node or an accumulation computes, with names, numbers and the result."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from autograd_engine.trace.operators import operator_of
from autograd_engine.trace.schema import Argument, Edge, Fn, Operation, Step, Trace
from autograd_studio.why.numbers import number_text

from .. import schema
from .formulas import Expression, Option, binary, negated, parsed, transposed
from .tensor_text import shape_text

# Arguments that are known by their place.
_PLAIN = {
    "other", "exponent", "dim", "dims", "dim0", "dim1", "size", "shape", "sizes", "repeats", "dtype", "value", "kernel_size",
    "output_size", "normalized_shape", "diagonal", "n", "self",
}  # fmt: skip

# Arguments that operators are always given, as they are if the program does not say.
_USUAL = {
    "keepdim": "False", "ceil_mode": "False", "transposed": "False", "groups": "1", "ignore_index": "-100", "stride": "()",
    "sparse": "False", "scale_grad_by_freq": "False", "include_last_offset": "False", "invert": "False", "padding_idx": "-1",
    "equal_nan": "False",
}  # fmt: skip

_LONG_NUMBER = re.compile(r"-?\d+\.\d{5,}(e-?\d+)?")

_SHAPES = ("_sym_sizes", "_shape")
_METADATA = (*_SHAPES, "_sym_numel")


@dataclass
class Equation:
    """`left` = `symbolic` = `numbers` = `result`; the last two only where the tensors are small.

    Numbers that only say the symbols or the result again are left out: not `x = 9 = 9`.
    """

    left: Expression
    symbolic: Expression
    numbers: Expression | None = None
    result: str | None = None

    def shown(self) -> schema.Equation:
        """Return the equation as the payload has it."""
        numbers = None if self.numbers in (self.symbolic, ["#", self.result]) else self.numbers
        return schema.Equation(self.left, self.symbolic, numbers, self.result)


class Named(str):
    """What a tensor is called in a formula, and its value there."""

    value: int

    def __new__(cls, text: str, value: int) -> Named:
        """Return a name with its value."""
        found = super().__new__(cls, text)
        found.value = value
        return found


class _TooLarge(Exception):
    """A tensor has too many numbers to be written into a formula."""


class Explainer:
    """Makes equations from a Trace, the titles of its tensors and the texts of its values, None of large ones."""

    def __init__(self, trace: Trace, titles: list[str], texts: Mapping[int, str | None]) -> None:
        self.trace = trace
        self.titles = titles
        self.shown = {function.name: function for function in trace.shown}
        self.texts = texts
        self._meanings: dict[tuple[int, str], tuple[int | None, str | None]] = {}

    # ---- forward

    def operation(self, operation: Operation, seen: tuple[int, int | None] | None = None) -> Equation:
        """Return what an operation computed, one that writes through a view as that is `seen`: its tensor and value."""
        outputs = operation.outputs
        left = self.titles[outputs[0]] if len(outputs) == 1 and self.trace.tensors[outputs[0]].names else ""
        result = self._small(self.trace.tensors[outputs[0]].value) if len(outputs) == 1 else None
        if seen is not None:
            left, result = self.titles[seen[0]], self._small(seen[1])
        inputs = [a for a in in_written_order(operation) if not is_usual(a)]
        symbolic = called(operation, as_call([self._argument_name(a) for a in inputs], inputs))
        try:
            numbers = called(operation, as_call([self._argument_value(a) for a in inputs], inputs))
        except _TooLarge:
            numbers = None
        return Equation(left, symbolic, numbers, result)

    def _argument_name(self, argument: Argument) -> Expression:
        if argument.tensors is None:
            return option(argument)
        names: list[Expression] = [self._named(t) for t in argument.tensors]
        return names[0] if len(names) == 1 else [",", *names]

    def _argument_value(self, argument: Argument) -> Expression:
        if argument.tensors is None:
            return option(argument)
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
        wanted = fn.edges[edge].input.partition("[")[0]
        own = "" if fn.op is None else self.trace.ops[fn.op].name

        def read(name: Callable[[str], Expression | None]) -> Expression:
            return parsed(text, name, lambda name: self._option(name, fn), self.shown, wanted, own)

        symbolic = read(lambda name: self._formula_name(name, fn))
        try:
            numbers = read(lambda name: self._formula_value(name, fn, step))
        except _TooLarge:
            numbers = None
        if fn.edges[edge].summed:
            symbolic, numbers = (part and self._summed(part, fn.edges[edge]) for part in (symbolic, numbers))
        return Equation(left, symbolic, numbers, self._small(value))

    def read(self, text: str, fn: Fn, result: Expression) -> Expression:
        """Return an expression in the names of a node's inputs and options, in which y is its result."""
        return parsed(
            text,
            lambda name: result if name == "y" else self._formula_name(name, fn),
            lambda name: self._option(name, fn),
        )

    def _summed(self, expression: Expression, edge: Edge) -> Expression:
        """Return a gradient as it is summed to the shape of what was broadcast."""
        shape = self._shape(edge.source)
        return ["call", "sum_to", expression, ["#", shape_text(shape)]] if shape else ["call", "sum", expression]

    def _outputs_of(self, fn: Fn) -> list[str]:
        outputs = [] if fn.op is None else self.trace.ops[fn.op].outputs
        return [self.titles[t] for t in outputs if self.trace.tensors[t].fn is not None] or [""]

    def _formula_name(self, name: str, fn: Fn) -> Expression | None:
        if name == "grad":
            return ["grad", self._outputs_of(fn)[0]]
        if name == "grads":
            return [",", *(["grad", title] for title in self._outputs_of(fn))]
        tensor, text = self._meaning(name, fn)
        return self._named(tensor) if tensor is not None else text and ["#", brief(text)]

    def _named(self, t: int) -> Named:
        return Named(self.titles[t], self.trace.tensors[t].value)

    def _formula_value(self, name: str, fn: Fn, step: Step) -> Expression | None:
        incoming = step.incoming or [None]
        if name == "grad":
            return self._number(incoming[0])
        if name == "grads":
            return [",", *map(self._number, incoming)]
        tensor, text = self._meaning(name, fn)
        return self._number(self.trace.tensors[tensor].value) if tensor is not None else text and ["#", brief(text)]

    def _option(self, name: str, fn: Fn) -> str | None:
        """Return the text of an argument that is not a tensor."""
        tensor, text = self._meaning(name, fn)
        return text if tensor is None else None

    def _meaning(self, name: str, fn: Fn) -> tuple[int | None, str | None]:
        """Return the tensor or else the text that a formula's name stands for; formulas ask for each several times."""
        key = id(fn), name
        if key not in self._meanings:
            self._meanings[key] = self._looked_up(name, fn)
        return self._meanings[key]

    def _looked_up(self, name: str, fn: Fn) -> tuple[int | None, str | None]:
        for saved in fn.saved:
            if saved.name == name:
                return saved.tensor, saved.text
        operation = None if fn.op is None else self.trace.ops[fn.op]
        arguments = {} if operation is None else {a.name: a for a in operation.inputs}
        argument = arguments.get(name)
        if argument is not None:
            return (argument.tensors or [None])[0], argument.text
        default = next((f.defaults[name] for f in fn.formulas if name in f.defaults), None)
        return None, default if operation is None or default else self._metadata(name, operation, arguments)

    def _metadata(self, name: str, operation: Operation, arguments: dict[str, Argument]) -> str | None:
        """Return what a name says of a shape: `self_sym_sizes`, or `n`, how many elements each result was made of."""
        owner, size, dim = name.partition("_sym_argsize_")
        if size and owner in arguments and arguments[owner].tensors:
            return str(self._shape(arguments[owner].tensors[0])[int(dim.replace("minus_", "-"))])
        ending = next((end for end in _METADATA if name.endswith(end)), None)
        given = arguments.get("self" if name == "n" else name.removesuffix(ending or ""))
        if given is None or not given.tensors or (ending is None and name != "n"):
            return None
        shape = self._shape(given.tensors[0])
        if ending in _SHAPES:
            return shape_text(shape) or "()"
        results = 1 if ending else math.prod(self._shape(operation.outputs[0]))
        return str(math.prod(shape) // max(results, 1))

    def _shape(self, t: int) -> list[int]:
        return self.trace.values[self.trace.tensors[t].value].shape

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

    def _number(self, value: int | None) -> Expression:
        text = self._small(value)
        if text is None:
            raise _TooLarge
        return ["#", text]

    def _small(self, value: int | None) -> str | None:
        """Return the text of a value if it shows all of it."""
        return None if value is None else self.texts[value]


def option(argument: Argument) -> Expression:
    """Return an argument that is not a tensor, with its name where its place does not tell what it is."""
    text = brief(argument.text or "")
    return ["#", text] if argument.name in _PLAIN else Option(argument.name, text)


def brief(text: str) -> str:
    """Return an argument as the narration has it: a number with many digits is cut to what a tensor's would be."""
    return number_text(float(text)) if _LONG_NUMBER.fullmatch(text) else text


def is_usual(argument: Argument) -> bool:
    """Return whether an argument is what it is without being given, or only of use to the code."""
    return argument.text is not None and (_USUAL.get(argument.name) == argument.text or "_sym_" in argument.name)


def as_call(expressions: list[Expression], arguments: list[Argument]) -> list[Expression]:
    """Return the arguments of a call so that all that follow a named one are named too."""
    first = next((i for i, e in enumerate(expressions) if isinstance(e, Option)), len(expressions))
    rest = zip(expressions[first:], arguments[first:], strict=True)
    return expressions[:first] + [e if a.text is None else Option(a.name, brief(a.text)) for e, a in rest]


def in_written_order(operation: Operation) -> list[Argument]:
    """Return the arguments so that `3 * a` is not turned into `a * 3`, which is how it is carried out."""
    match operation.name, operation.inputs:
        case (("mul" | "add"), [first, Argument(text=str(number)) as second]) if operation.text.startswith(number):
            return [second, first]
    return operation.inputs


def called(operation: Operation, arguments: list[Expression]) -> Expression:
    """Return an operation on its arguments as it is written."""
    name = operation.name.removesuffix("_") if operation.in_place else operation.name
    row = operator_of(name)
    match row.symbol, arguments:
        case "y-x", [left, right]:
            return binary("-", right, left)
        case "-x", [operand]:
            return negated(operand)
        case "1/x", [operand]:
            return binary("/", ["#", "1"], operand)
        case "x.T", [operand]:
            return transposed(operand)
        case symbol, [left, right] if symbol and "x" not in symbol:
            return binary(symbol, left, right)
    return ["call", row.called or name, *arguments]
