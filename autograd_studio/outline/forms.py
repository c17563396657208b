"""The forms that write a program: their cells, how much these may hold, and what is said of a cell that does not fit."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from ..catalogue import say

MOST_TEXT = 1 << 16  # characters of a program
MOST_CODE = 20_000  # of a part of one
MOST_CELL = 4000  # of an expression
MOST_NAME = 200

MOST_INPUTS = 20
MOST_CALLS = 10

# Names that the programs we write use themselves.
RESERVED = frozenset({"torch", "print", "range"})


@dataclass(frozen=True)
class Fault:
    """Why there is no program: the cell, what is wrong with it, and where in its text."""

    cell: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.cell}: {self.message}" if self.cell else self.message


class Faulty(ValueError):
    """Raised for a form that gives no program; `faults` are all that were found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def at_most(most: int, *, least: int = 0, cell: str = "", **options: Any) -> Any:
    """Return a field of a form that holds so many characters or rows, or a number up to that; `cell` is what it is called."""
    return field(metadata={"most": most, "least": least, "cell": cell}, **options)


def oversized(form: Any, place: str = "") -> Iterator[Fault]:
    """Yield the cells of a form that hold more than they may; `place` stands before their names."""
    for cell in fields(form):
        value, most, least = getattr(form, cell.name), cell.metadata.get("most"), cell.metadata.get("least")
        name = place + (cell.metadata.get("cell") or cell.name)
        if is_dataclass(value):
            yield from oversized(value, place)
        elif isinstance(value, str) and len(value) > most:
            yield Fault(name, say("outline.fault.too_long", most=most))
        elif isinstance(value, tuple) and len(value) > most:
            yield Fault(name, say("outline.fault.too_many", most=most))
        elif isinstance(value, tuple):
            for number, row in enumerate(value, 1):
                yield from oversized(row, f"row {number}, ")
        elif type(value) is int and not least <= value <= most:
            yield Fault(name, say("outline.fault.out_of_range", least=least, most=most))


def name_fault(name: str) -> str | None:
    """Return what is wrong with a name for a variable or a class, None if nothing is."""
    if not name:
        return say("outline.fault.no_name")
    if not name.isidentifier() or keyword.iskeyword(name):
        return say("outline.fault.bad_name", name=repr(name))
    if name in RESERVED:
        return say("outline.fault.reserved", name=repr(name))
    return None


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, as Python counts them."""
    return re.split(r"\r\n|\r|\n", text)


# ---- the form of the Expression page


@dataclass(frozen=True)
class Input:
    """One row of the table: a tensor by name, its value as a Python literal."""

    name: str = at_most(MOST_NAME)
    value: str = at_most(MOST_CELL)
    requires_grad: bool = True


@dataclass(frozen=True)
class Expression:
    """The whole form. `gradient` is the literal given to backward(), empty for none."""

    inputs: tuple[Input, ...] = at_most(MOST_INPUTS)
    expression: str = at_most(MOST_CELL)
    gradient: str = at_most(MOST_CELL, cell="upstream gradient", default="")
    calls: int = at_most(MOST_CALLS, least=1, cell="calls to backward", default=1)
    retain_graph: bool = False


# The documentation's example that has puzzled its readers for years.
EXAMPLE = Expression(
    inputs=(
        Input("a", "[1.0, 2.0, 3.0]"),
        Input("b", "[3.0, 4.0, 5.0]"),
        Input("c", "[6.0, 7.0, 8.0]"),
    ),
    expression="3*a + 2*b*b + torch.log(c)",
    gradient="[0.1, 1.0, 0.0001]",
)


# ---- the form of the Custom op page


@dataclass(frozen=True)
class CustomOp:
    """The whole form: the Function's name, `def forward` and `def backward` as written, and its use."""

    name: str = at_most(MOST_NAME)
    forward: str = at_most(MOST_CODE)
    backward: str = at_most(MOST_CODE)
    use: str = at_most(MOST_CODE)
