"""Magnitudes: how large the gradients of a run are, as a table to take away."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING

from autograd_engine.trace.schema import Step, Trace, Value, from_json

from ...catalogue import say
from ..picture.titles import titles

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Magnitude:
    """The gradient that a pass brought to a tensor.

    `run` counts the passes and `iteration` those of the innermost loop around the call, both from 1. `module` is the
    Module that computed the tensor, `line` the line of the program. `norm` and `largest` are of the finite elements,
    `zeros`, `nan` and `inf` numbers of elements.
    """

    run: int
    iteration: int | None
    name: str
    grad_fn: str
    module: str
    line: int | None
    elements: int
    norm: float
    largest: float
    zeros: int
    nan: int
    inf: int


def magnitudes(trace: Trace) -> pd.DataFrame:
    """Return the gradients of a run as a table: for each pass one row for each tensor that it reached, in their order."""
    import pandas as pd  # which takes a quarter of a second, and who draws a graph needs no table

    return pd.DataFrame(map(asdict, _rows(trace)), columns=_COLUMNS)


def worker(trace: bytes) -> bytes:
    """Return the magnitudes of a Trace as CSV; called in a locked child."""
    text = io.StringIO()
    table = csv.DictWriter(text, _COLUMNS)  # its lines end as it likes best: it quotes what would end one
    table.writeheader()
    table.writerows({name: _inert(cell) for name, cell in asdict(row).items()} for row in _rows(from_json(trace)))
    return text.getvalue().encode()


def _inert(cell: object) -> object:
    """Return a cell of CSV; a text that a spreadsheet would take for a formula is marked as a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@\t\r\n")) else cell


_COLUMNS = [field.name for field in fields(Magnitude)]


def measured(value: Value) -> tuple[int, float, float, int, int, int]:
    """Return how many elements a value has, the norm and the largest magnitude of the finite ones, and how many are 0, NaN
    and infinite."""
    elements = math.prod(value.shape)
    if value.stats is not None:
        known = {name: float(number) for name, number in value.stats.items()}
        largest = max(abs(known.get("min", 0.0)), abs(known.get("max", 0.0)))
        counts = (int(known.get(name, 0)) for name in ("zeros", "nan", "inf"))
        return elements, known.get("norm", 0.0), largest, *counts
    numbers = [float(item) for item in value.data]
    finite = [number for number in numbers if math.isfinite(number)]
    nans = sum(map(math.isnan, numbers))
    return (
        elements, math.hypot(*finite), max(map(abs, finite), default=0.0), finite.count(0.0), nans,
        elements - len(finite) - nans,
    )  # fmt: skip


def _rows(trace: Trace) -> list[Magnitude]:
    names = titles(trace, say("view.labels.seed"))
    shown = {(tensor.fn, tensor.output): index for index, tensor in enumerate(trace.tensors) if tensor.fn is not None}
    found = []
    for arrived in _arrived(trace):
        fn = trace.fns[arrived.fn]
        tensor = fn.variable if fn.variable is not None else shown.get((arrived.fn, arrived.output or 0))
        value = trace.values[arrived.after]
        found.append(
            Magnitude(
                arrived.run + 1,
                _iteration(trace, arrived.run),
                fn.name if tensor is None else names[tensor],
                fn.name,
                _module(trace, None if fn.op is None else trace.ops[fn.op].scope),
                fn.line if tensor is None else trace.tensors[tensor].line,
                *measured(value),
            )  # fmt: skip
        )
    return found


def _arrived(trace: Trace) -> list[Step]:
    """Return of each pass the arrivals that complete a gradient, with what hooks made of it."""
    found: dict[tuple, Step] = {}
    for step in trace.steps:
        place = step.run, step.fn, step.output or 0
        if step.kind == "arrive" and not step.awaited and step.after is not None:
            found[place] = step
        elif step.kind == "hook" and step.how == "tensor" and place in found and step.outgoing:
            found[place] = replace(found[place], after=step.outgoing[0])
    return list(found.values())


def _iteration(trace: Trace, run: int) -> int | None:
    """Return which iteration of a loop a pass belongs to."""
    begins = next(step for step in trace.steps if step.kind == "backward" and step.run == run)
    for scope in _around(trace, begins.scope):
        if trace.scopes[scope].kind == "loop":
            return trace.scopes[scope].number + 1
    return None


def _module(trace: Trace, scope: int | None) -> str:
    """Return the path of the innermost Module around a scope."""
    return next((trace.scopes[s].name for s in _around(trace, scope) if trace.scopes[s].kind == "module"), "")


def _around(trace: Trace, scope: int | None) -> list[int]:
    found = []
    while scope is not None:
        found.append(scope)
        scope = trace.scopes[scope].parent
    return found
