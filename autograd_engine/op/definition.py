"""The definition of an operator: its kernel, its parameters, its formulas, and what can be read from their text.

All that makes something of an operator builds on this; op.py, above them, puts it together.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..graph.node import Node
from ..graph.tensor import Tensor
from .right_to_left import definition_of

REQUIRED = object()  # the default of a parameter without one

PLAIN, POINTWISE, FLOAT, VIEW, SHARED = "plain", "pointwise", "float", "view", "shared"


@dataclass(frozen=True)
class OpParameter:
    """One parameter of an operator: its name, and what may be passed."""

    name: str
    tensor: bool = False
    number: bool = False  # a tensor parameter that takes Python numbers too
    mask: bool = False  # a tensor parameter that is not promoted
    many: bool = False  # a sequence of tensors
    optional: bool = False  # a tensor parameter that may be None
    keyword: bool = False
    default: Any = REQUIRED
    required: bool = False
    kind: str = ""  # what it takes, as PyTorch's messages say; "" for what is not checked

    def takes(self, value: Any) -> bool:
        """Return whether a value is of the kind the parameter takes."""
        if value is REQUIRED:
            return False
        if self.many or not self.kind or value is self.default or self.optional and value is None:
            return True
        if self.tensor and isinstance(value, Tensor):
            return True
        if self.number or self.kind == "Number":
            return isinstance(value, bool | int | float | np.number | np.bool_)
        return self.kind == "int" and isinstance(value, int | np.integer) and not isinstance(value, bool)


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
    """An operator as it was defined.

    `name` is unique, `label` is shown to users, `outputs` are the names of the outputs, or None for a list. `check` is None,
    or what refuses operands before they are promoted, `scalar` None, or the operator whose node stands for it beside a
    number in a formula. `fits` are the inputs whose gradients may come in another shape or dtype than theirs.

    `call`, `node` and `compute` are made of this in op.py.
    """

    call: Callable  # the method on tensors
    node: type[Node] | None  # None if no input is differentiable
    compute: Callable[[dict[str, Any]], Any]  # the kernel on the arrays of arguments, without recording

    def __init__(
        self, kernel: Callable, kind: str, grad_fn: str | None, outputs: tuple | None, differentiable: int,
        formulas: dict, check: Callable | None = None, scalar: Callable | None = None, fits: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.kernel = kernel
        self.kind = kind
        self.check = check
        self.scalar = scalar and scalar.op
        self.fits = fits
        self.name = kernel.__name__
        self.outputs = outputs
        self.differentiable = len(outputs) if outputs and not differentiable else differentiable
        self.formulas = tuple(
            Formula(tuple(key.replace(" ", "").split(",")), function) for key, function in formulas.items()
        )
        self.grad_fn = grad_fn or camel_case(self.name) + "Backward0"
        self.label = _label(self.name, self.grad_fn)

    @cached_property
    def parameters(self) -> list[OpParameter]:
        """The parameters of the kernel, in order."""
        return _parameters(self.kernel, {name for formula in self.formulas for name in formula.inputs})

    @property
    def takes_numbers(self) -> bool:
        """Whether the first operand may be a number."""
        return "Operand" in str(self.kernel.__annotations__.get(self.parameters[0].name))

    @property
    def elementwise(self) -> bool:
        """Whether each element of the result is computed from the elements of the operands at its place."""
        return self.kind in (POINTWISE, FLOAT)

    @cached_property
    def inputs(self) -> list[OpParameter]:
        """The tensor parameters with a formula, in order: the node's edges."""
        named = [name for formula in self.formulas for name in formula.inputs]
        return [p for p in self.parameters if p.name in named]

    @cached_property
    def promoted(self) -> list[OpParameter]:
        """The tensor parameters whose dtypes decide in which one an elementwise operator computes."""
        return [p for p in self.parameters if p.tensor and not p.mask]

    @cached_property
    def tensors(self) -> list[OpParameter]:
        """All parameters that are tensors."""
        return [p for p in self.parameters if p.tensor]

    def formula_text(self, name: str) -> str:
        """Return the source of the formula of input `name`, as it ran."""
        formula = next(f for f in self.formulas if name in f.inputs)
        return _sources(inspect.unwrap(self.kernel))[", ".join(formula.inputs)]

    def __repr__(self) -> str:
        return f"<op {self.name}>"


# ---- reading a definition


_TENSORS = ("Tensor", "Operand", "Mask")


def _parameters(kernel: Callable, differentiable: set[str]) -> list[OpParameter]:
    found = []
    for p in inspect.signature(kernel).parameters.values():
        note = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", "")
        tensor = (
            p.name in differentiable or p.name == "self" and note != "Number" or any(kind in note for kind in _TENSORS)
        )
        found.append(
            OpParameter(
                p.name,
                tensor=tensor,
                number="Operand" in note and bool(found),
                mask="Mask" in note,
                many="Tensors" in note,
                optional="None" in note,
                keyword=p.kind is p.KEYWORD_ONLY,
                default=REQUIRED if p.default is p.empty else p.default,
                required=p.default is p.empty,
                kind="Tensor" if tensor else {"Number": "Number", "int": "int"}.get(note.removesuffix(" | None"), ""),
            )
        )
    return found


def camel_case(name: str) -> str:
    """Return `log_softmax` as `LogSoftmax` and `log1p` as `Log1P`."""
    return re.sub(r"(^|_|(?<=\d))([a-z])", lambda found: found[2].upper(), name)


def snake_case(grad_fn: str) -> str:
    """Return `LogSoftmaxBackward0` as `log_softmax` and `MaxPool2DBackward0_copy` as `max_pool2d_copy`."""
    return re.sub(r"(?<=[^\d_])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])", "_", _stem(grad_fn)).lower()


def _stem(grad_fn: str) -> str:
    return re.sub(r"Backwards?\d*(?=$|_copy$)", "", grad_fn)


def _label(name: str, grad_fn: str) -> str:
    """Return what an operator is called, which for an internal one is what its node is named after."""
    label = name.lstrip("_")
    is_named = label == name or camel_case(label) == _stem(grad_fn) or "Backward" not in grad_fn
    return label if is_named else snake_case(grad_fn)


@functools.cache
def _sources(kernel: Callable) -> dict[str, str]:
    """Return the source text of each formula in the decorator above `kernel`, by input."""
    return _formula_sources(definition_of(kernel), linecache.getlines(kernel.__code__.co_filename))


def _formula_sources(definition: ast.FunctionDef, lines: list[str]) -> dict[str, str]:
    found = {}
    for decorator in definition.decorator_list:
        for keyword in getattr(decorator, "keywords", []):
            if keyword.arg is not None:
                found[keyword.arg] = _source(keyword.value, lines)
            else:  # **{"self, other": lambda ...}
                for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                    found[key.value] = _source(value, lines)
    return found


def _source(formula: ast.expr, lines: list[str]) -> str:
    """Return the source of a formula on one line: of a lambda, also of one that is `spelled`, what it computes."""
    if isinstance(formula, ast.Call) and isinstance(formula.args[-1], ast.Lambda):
        formula = formula.args[-1]
    part = formula.body if isinstance(formula, ast.Lambda) else formula
    # ast.get_source_segment would split the whole file again for each of them.
    rows = [line.encode() for line in lines[part.lineno - 1 : part.end_lineno]]  # columns are counted in bytes
    rows[-1] = rows[-1][: part.end_col_offset]
    rows[0] = rows[0][part.col_offset :]
    return " ".join(b"".join(rows).decode().split())
