"""Arguments: what an operation was called with, under the names of its parameters."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

import numpy as np

from ..base.dtypes import dtype
from ..base.size import Size
from ..op.builtin import BuiltinFunction
from ..trace.schema import Argument
from .entries import Ref
from .tensors import Tensors

_NUMBER_PARAMETERS = ("value", "values", "src")  # what is assigned, as in `x[0] = 5`


class Arguments:
    """Reads arguments out of the log: numbers of tensors, lists of those, or anything else."""

    def __init__(self, tensors: Tensors) -> None:
        self._tensors = tensors

    def of(self, op: Any, refs: tuple) -> list[Argument]:
        """Return the arguments of an operation, without those that are their defaults."""
        defaults = {p.name: p.default for p in getattr(op, "parameters", ())}
        return self._named(list(defaults), refs, defaults)

    def of_custom(self, kind: type, refs: tuple) -> list[Argument]:
        """Return the arguments of a custom Function, under the names its author gave them."""
        return self._named(names_of_forward(kind, len(refs)), refs, _defaults(kind))

    def _named(self, names: list[str], refs: tuple, defaults: dict[str, Any]) -> list[Argument]:
        found = []
        for name, ref in zip(names, refs, strict=False):
            if type(ref) is Ref and self.is_number(name, ref):
                found.append(Argument(name, text=f"{self._tensors.unseen[ref].array.item():g}"))
            elif type(ref) is Ref:
                found.append(Argument(name, tensors=self._tensors.known([ref])))
            elif isinstance(ref, list) and any(type(item) is Ref for item in ref):
                found.append(Argument(name, tensors=self._tensors.known([r for r in ref if type(r) is Ref])))
            elif ref is not None and not _is_default(ref, defaults.get(name)):
                found.append(Argument(name, text=short_text(ref)))
        return found

    def is_number(self, name: str, note: int) -> bool:
        """Return whether an argument is a number of the program that an operation has made into a tensor."""
        unseen = self._tensors.unseen.get(note)
        if name not in _NUMBER_PARAMETERS or unseen is None or unseen.fn is not None or note in self._tensors.owners:
            return False
        return not unseen.names and unseen.array.ndim == 0

    def operand(self, name: str, ref: Any) -> int | None:
        """Return the tensor that an argument is, None for anything else."""
        return self._tensors.index(ref) if type(ref) is Ref and not self.is_number(name, ref) else None


def names_of_forward(kind: type, count: int) -> list[str]:
    """Return the names of the first `count` arguments of a custom Function, from its `forward`."""
    names: list[str] = []
    for p in _parameters(kind):
        if p.kind is p.VAR_POSITIONAL:
            names += [f"{p.name}[{i}]" for i in range(count - len(names))]
        elif p.kind is not p.VAR_KEYWORD:
            names.append(p.name)
    return [*names, *(f"args[{i}]" for i in range(len(names), count))][:count]


def _defaults(kind: type) -> dict[str, Any]:
    return {p.name: p.default for p in _parameters(kind)}


def _parameters(kind: type) -> list[inspect.Parameter]:
    function = kind._forward_cls
    try:
        found = list(inspect.signature(function.forward).parameters.values())
    except (TypeError, ValueError):  # a builtin
        return []
    takes_ctx = function.setup_context is _plain_setup_context()
    return found[1:] if takes_ctx and found and found[0].kind is not inspect.Parameter.VAR_POSITIONAL else found


def _plain_setup_context() -> Any:
    from ..passes.function import Function

    return Function.setup_context


def _is_default(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and type(value) in _PLAIN and value == default)


_PLAIN = (bool, int, float, str, tuple, list)


def plain_text(value: Any) -> str:
    """Return a value as a short text, without calling the program's own code: of other objects only the class."""
    parts = value if isinstance(value, tuple | list) else (value,)
    is_readable = type(value) in _READABLE and len(parts) <= _MOST_PARTS and all(type(part) in _PARTS for part in parts)
    return short_text(value) if is_readable else type(value).__name__


_PARTS = {bool, int, float, complex, str, type(None), dtype}
_READABLE = _PARTS | {tuple, list, Size}
_MOST_PARTS = 20


def short_text(value: Any, limit: int = 60) -> str:
    """Return an argument as a short text."""
    if isinstance(value, np.dtype):
        return f"torch.{value.name}"
    text = value.__name__ if isinstance(value, BuiltinFunction | FunctionType | type) else repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
