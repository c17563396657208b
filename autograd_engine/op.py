"""Operators: one definition each, from which the machinery makes everything else.

    @pointwise(self=lambda grad, other: grad * other,
               other=lambda grad, self: grad * self)
    def mul(self, other: Operand):
        \"\"\"Multiply elementwise: out = self * other.\"\"\"
        return self * other

The body is the forward, on arrays. A keyword of the decorator is the backward formula of that input. What a formula
names is what the node saves: `grad` (or `grads`) is what arrives, `result` an output, `self_sym_sizes` the shape of
`self` without its values, every other name the argument of that name. A formula is array-generic: it uses operators and
other ops only, so that it runs on raw arrays in a plain backward and on tensors under create_graph.

From a definition come: a Node subclass (`MulBackward0`) with `apply` for both; the function on tensors, generated as
source and compiled, so that the path every operation takes has no loop and no table look-up in it; the in-place variant
(inplace.py); and the operator's page, since the text of the formula that ran is kept.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import codegen, errors, inplace
from .codegen import REQUIRED
from .tensor import Tensor

# Annotations of parameters. A parameter with a formula is a tensor without saying so.
Operand = Tensor | float  # a tensor or a Python number
Tensors = list[Tensor]

PLAIN, POINTWISE, FLOAT, VIEW = "plain", "pointwise", "float", "view"

OPS: dict[str, Op] = {}

# Where public functions live: what a program finds as torch.<name>, as a method of Tensor, in torch.nn.functional ...
HOMES: dict[str, dict[str, Callable]] = {
    "torch": {}, "Tensor": {}, "nn.functional": {}, "linalg": {}, "special": {},
}  # fmt: skip


@dataclass(frozen=True)
class Parameter:
    """One parameter of an operator: its name, and what may be passed."""

    name: str
    tensor: bool = False
    number: bool = False  # a tensor parameter that takes Python numbers too
    many: bool = False  # a sequence of tensors
    optional: bool = False  # a tensor parameter that may be None
    keyword: bool = False
    default: Any = REQUIRED


@dataclass(frozen=True)
class Formula:
    """The backward formula of one input (or of several at once): what it computes and what it names."""

    inputs: tuple[str, ...]
    function: Callable

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names the formula uses, `grad` or `grads` first."""
        return tuple(inspect.signature(self.function).parameters)


class Op:
    """An operator: its kernel on arrays, its formulas, its Node class and the function on tensors made from them.

    Attributes: `name` (unique), `label` (as shown to users), `kernel`, `parameters`, `formulas`, `node` (None if no
    input is differentiable), `kind`, `outputs` (names of the outputs, or None for a list), `call`, and `operator`, which is `call` as `a + b` needs it.
    """

    def __init__(
        self, kernel: Callable, kind: str, grad_fn: str | None, outputs: tuple | None, differentiable: int, formulas: dict
    ) -> None:
        self.kernel = kernel
        self.kind = kind
        self.name = kernel.__name__
        self.doc = inspect.getdoc(kernel) or ""
        self.outputs = outputs
        self.differentiable = len(outputs) if outputs and not differentiable else differentiable
        self.formulas = tuple(
            Formula(tuple(key.replace(" ", "").split(",")), function) for key, function in formulas.items()
        )
        self.parameters = _parameters(kernel, {name for formula in self.formulas for name in formula.inputs})
        self.grad_fn = grad_fn or camel_case(self.name) + "Backward0"
        self.label = self.name.lstrip("_") if not grad_fn else snake_case(grad_fn)
        self.node = codegen.node_class(self) if self.formulas else None
        self.call = codegen.call_of(self, codegen.refused)
        self.operator = codegen.call_of(self, codegen.not_implemented)

    @property
    def inputs(self) -> list[Parameter]:
        """The tensor parameters with a formula, in order: the node's edges."""
        named = [name for formula in self.formulas for name in formula.inputs]
        return [p for p in self.parameters if p.name in named]

    @property
    def tensors(self) -> list[Parameter]:
        """All parameters that are tensors."""
        return [p for p in self.parameters if p.tensor]

    def compute(self, arguments: dict[str, Any]) -> Any:
        """Run the kernel on the arrays of `arguments`, promoted as the operator promotes, without recording."""
        values = dict(arguments)
        for p in self.tensors:
            value = values[p.name]
            if isinstance(value, Tensor):
                values[p.name] = value._data
            elif p.many:
                values[p.name] = [None if t is None else t._data for t in value]
        if self.kind in (POINTWISE, FLOAT):
            names = [p.name for p in self.tensors]
            promote = codegen.promoted if self.kind == POINTWISE else codegen.promoted_float
            values.update(zip(names, promote(tuple(values[name] for name in names)), strict=True))
        try:
            return self.kernel(**values)
        except ValueError:
            raise errors.broadcast(tuple(values[p.name] for p in self.tensors)) from None

    def formula_text(self, name: str) -> str:
        """Return the source of the formula of input `name`, as it ran."""
        formula = next(f for f in self.formulas if name in f.inputs)
        return _sources(self.kernel)[", ".join(formula.inputs)]

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def op(grad_fn: str | None = None, /, *, outputs: Any = ("result",), differentiable: int = 0, **formulas: Callable) -> Callable:
    """Define an operator; keywords are the formulas of its differentiable inputs.

    `grad_fn` is the name PyTorch gives the node where it is not the op's name + "Backward0". `outputs` names several
    outputs (None: a list of unknown length), of which the first `differentiable` have a gradient (0: all).
    """
    return _definer(PLAIN, grad_fn, outputs, differentiable, formulas)


def pointwise(grad_fn: str | None = None, /, **formulas: Callable) -> Callable:
    """Define an elementwise operator: its inputs are broadcast and promoted to one dtype."""
    return _definer(POINTWISE, grad_fn, ("result",), 0, formulas)


def pointwise_float(grad_fn: str | None = None, /, **formulas: Callable) -> Callable:
    """Define an elementwise operator that computes in floating point, also for integers."""
    return _definer(FLOAT, grad_fn, ("result",), 0, formulas)


def view(grad_fn: str | None = None, /, *, outputs: Any = ("result",), **formulas: Callable) -> Callable:
    """Define an operator whose output shares the memory of `self`."""
    return _definer(VIEW, grad_fn, outputs, 0, formulas)


def function(*homes: str) -> Callable:
    """Make a function that calls operators (a composite) public: in torch and as a method, or in the named homes."""

    def define(definition: Callable) -> Callable:
        publish(definition.__name__, definition, homes)
        return definition

    return define


def publish(name: str, definition: Callable, homes: tuple = ()) -> None:
    """Put `definition` under `name` into torch and on Tensor, or into the named homes."""
    for home in homes or ("torch", "Tensor"):
        HOMES[home][name] = definition


def alias(**names: str) -> None:
    """Give public functions further names: `alias(multiply="mul")`."""
    for new_name, name in names.items():
        for home in HOMES.values():
            if name in home:
                home[new_name] = home[name]


def in_place(definition: Callable) -> Callable:
    """Return the in-place form of an operator, for composites such as `clamp_` that pick one."""
    return inplace.variant(definition.op)


def _definer(kind: str, grad_fn: str | None, outputs: Any, differentiable: int, formulas: dict) -> Callable:
    def define(kernel: Callable) -> Callable:
        operator = Op(kernel, kind, grad_fn, outputs, differentiable, formulas)
        OPS[operator.name] = operator
        if not operator.name.startswith("_"):
            publish(operator.name, operator.call)
            if kind in (POINTWISE, FLOAT):
                publish(operator.name + "_", inplace.variant(operator), ("Tensor",))
        return codegen.dispatcher(operator)

    return define


# ---- reading a definition


def _parameters(kernel: Callable, differentiable: set[str]) -> list[Parameter]:
    found = []
    for p in inspect.signature(kernel).parameters.values():
        note = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", "")
        found.append(
            Parameter(
                p.name,
                tensor=p.name in differentiable or p.name == "self" or "Tensor" in note or "Operand" in note,
                number="Operand" in note,
                many="Tensors" in note,
                optional="None" in note,
                keyword=p.kind is p.KEYWORD_ONLY,
                default=REQUIRED if p.default is p.empty else p.default,
            )
        )
    return found


def camel_case(name: str) -> str:
    """Return `log_softmax` as `LogSoftmax`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def snake_case(grad_fn: str) -> str:
    """Return `LogSoftmaxBackward0` as `log_softmax`."""
    stem = grad_fn.rstrip("0123456789").removesuffix("Backward")
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(stem))


_parsed: dict[str, dict[str, dict[str, str]]] = {}


def _sources(kernel: Callable) -> dict[str, str]:
    """Return the source text of each formula in the decorator above `kernel`, by input."""
    path = inspect.getsourcefile(kernel)
    if path not in _parsed:
        text = "".join(linecache.getlines(path))
        _parsed[path] = {
            definition.name: _formula_sources(definition, text)
            for definition in ast.walk(ast.parse(text))
            if isinstance(definition, ast.FunctionDef)
        }
    return _parsed[path][kernel.__name__]


def _formula_sources(definition: ast.FunctionDef, text: str) -> dict[str, str]:
    found = {}
    for decorator in definition.decorator_list:
        for keyword in getattr(decorator, "keywords", []):
            if isinstance(keyword.value, ast.Lambda):
                body = ast.get_source_segment(text, keyword.value.body)
                found[keyword.arg] = " ".join(body.split())
            elif keyword.arg is None:  # **{"self, other": lambda ...}
                for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                    found[key.value] = " ".join(ast.get_source_segment(text, value.body).split())
    return found
