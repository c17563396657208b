"""Arguments: what happens to those that a signature lets through and the operator's compiled call does not take at once.

Numbers of other kinds become Python's; for the rest, and for what made a kernel fail, there is PyTorch's error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..base.foreign import type_name
from ..base.promotion import result_dtype
from ..graph.tensor import Tensor, wrap
from .argument_types import matches
from .definition import Op
from .operands import as_dtype


def refused(op: Op, arguments: dict[str, Any]) -> Any:
    """Run an operator on numpy's numbers as on Python's; raise PyTorch's error for anything else."""
    if not _plain_numbers(op, arguments):
        raise _wrong_argument(op, arguments)
    return op.call(**arguments)


def numbers_from_tensors(op: Op, arguments: dict[str, Any]) -> bool:
    """Replace 0-d tensors in the place of numbers by their numbers, as PyTorch does if they require no grad; return whether
    there were any."""
    found = [p.name for p in op.parameters if p.kind == "Number" and matches("Number", arguments[p.name])]
    found = [name for name in found if isinstance(arguments[name], Tensor)]
    arguments.update({name: arguments[name].item() for name in found})
    return bool(found)


def _wrong_argument(op: Op, arguments: dict[str, Any]) -> TypeError:
    """Return the error of a function of PyTorch's Python, whose arguments no signature has checked."""
    wrong = next((i for i, p in enumerate(op.parameters) if not p.takes(arguments[p.name])), 0)
    p = op.parameters[wrong]
    name, value = "input" if p.name == "self" else p.name, arguments[p.name]
    return TypeError(
        f"{op.label}(): argument '{name}' (position {wrong + 1}) must be {p.kind or 'Tensor'}, not {type_name(value)}"
    )


def explained(op: Op, arguments: dict[str, Any], error: Exception) -> Exception:
    """Return (or raise) PyTorch's error for what made a kernel fail; the error itself if it is the kernel's own."""
    if not all(p.takes(arguments[p.name]) for p in op.parameters):
        return _wrong_argument(op, arguments)
    arrays = {p: getattr(arguments[p.name], "_data", arguments[p.name]) for p in op.tensors}
    if op.check is not None:
        op.check(*[arrays[p] for p in op.promoted])
    if isinstance(error, ValueError) and op.elementwise:
        return errors.broadcast([arrays[p] for p in sorted(arrays, key=lambda p: not p.mask)])
    return error


def not_implemented(op: Op, arguments: dict[str, Any]) -> Any:
    """Do the same for `a + b` and the like, where Python asks the other operand next."""
    return op.call(**arguments) if _plain_numbers(op, arguments) else NotImplemented


def _plain_numbers(op: Op, arguments: dict[str, Any]) -> bool:
    """Turn operands that are numpy's numbers into Python's, and a leading number into a tensor where PyTorch does; return
    whether there were any."""
    found = False
    for p in op.tensors:
        value = arguments[p.name]
        if isinstance(value, complex) and not isinstance(value, np.generic):
            raise NotImplementedError(errors.NO_COMPLEX)
        if not isinstance(value, np.number | np.bool_ | float | int):
            continue
        if p.number and type(value) not in (float, int, bool):
            arguments[p.name] = value.item() if isinstance(value, np.generic) else float(value)
            found = True
        if p is op.tensors[0] and op.takes_numbers:
            others = [getattr(arguments[q.name], "_data", arguments[q.name]) for q in op.tensors[1:]]
            arguments[p.name] = wrap(as_dtype(value, result_dtype((value, *others))))
            found = True
    return found
