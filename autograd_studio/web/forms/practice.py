"""The Practice page's form, the program that marks a backward pass written by hand, and what its marks say."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from autograd_studio.outline.forms import MOST_CODE, MOST_NAME, MOST_TEXT, Fault, Faulty, at_most, lines_of, oversized
from autograd_studio.outline.outline import Outline
from autograd_studio.why.numbers import number_text

from ..files import read
from . import reports
from .reports import document, shape, take

_HARNESS = read("harness/marking.py")

MISTAKES = {
    "follows": "This step is right, but it builds on d{other}, which is wrong.",
    "before": "d{other}, which comes before it, is wrong: correct that first.",
    "dimensions": "These are the right numbers in another shape: add up without keepdim, or reshape.",
    "expand": "This is the number that each element of {name} receives: expand it to the shape of {name}.",
    "broadcast": "These are the right numbers before they are added up: {name} is used once for each copy that broadcasting "
    "made of it, so its gradient is the sum over the copies.",
    "summed": "This has been summed too often: {name} has more elements than that, and each has its own gradient.",
    "transposed": "This is the transpose of the gradient.",
    "sign": "The sign is wrong everywhere.",
    "one use": "This is what comes through {other} alone. {name} is used elsewhere too: add up what comes through each use.",
    "left out": "What comes through {other} is missing: {name} is used there too, and the gradients of all uses add up.",
    "upstream": "This is the slope of {other} by itself. Multiply it by d{other}, the gradient that arrives at {other}.",
    "slope": "This is d{other} as it arrives at {other}. Multiply it by the slope of {other}.",
    "averaged": "This is the mean over the copies that broadcasting made of {name} for {other}: add them up instead.",
    "axis": "This is added up along the wrong dimension: {name} was copied to the shape of {other}, and each element adds up its "
    "own copies.",
    "part": "What comes through {other} has a wrong factor: a mean, for example, divides by how many numbers it has.",
    "operand": "This multiplies d{other} by {name} itself. The slope of a product by one factor is the other factor.",
}
SMALLER = "Every number is {factor} times too large. A mean, for example, divides by how many numbers it has."
LARGER = "Every number has to be {factor} times as large. Is {name} used more than once, or is there a power?"


@dataclass(frozen=True)
class Attempt:
    """The form: a program, the name of its output, and the gradients that were written by hand for its names."""

    program: str = at_most(MOST_TEXT)
    output: str = at_most(MOST_NAME)
    backward: str = at_most(MOST_CODE)


@dataclass(frozen=True)
class Mark:
    """What a gradient written by hand is worth.

    `kind` is "exact", "close" (equal up to rounding), "wrong", "shape", "no tensor" or "missing", and `said` is that in
    words. `shown` is the right gradient, where it was asked for.
    """

    name: str
    shape: tuple[int, ...]
    kind: str
    said: str
    shown: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing is left to do."""
        return self.kind in ("exact", "close")


@dataclass(frozen=True)
class Marks:
    """The marks, those next to the output first; `stopped` is the line and the message where the text stopped."""

    rows: list[Mark] = field(default_factory=list)
    stopped: tuple[int | None, str] | None = None

    @property
    def are_right(self) -> bool:
        """Whether all gradients are there and right."""
        return bool(self.rows) and all(row.is_right for row in self.rows)


def practice_program(form: Attempt, outline: Outline, revealed: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return the program that marks an attempt, and the mark at the head of the line that it prints.

    `outline` is that of the attempt's program. The right gradients of the names `revealed` are in that line.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    text = forward(form, outline)
    mark = reports.mark("practice", f"{form.output}\n{form.backward}\n{text}")
    call = f"_practice({form.output!r}, {form.backward!r}, dict(globals()), {revealed!r}, {mark!r})"
    return f"{text}\n\n{_HARNESS}\n\n{call}\n", mark


def together(form: Attempt, outline: Outline) -> str:
    """Return the program with the gradients that were written below it, without a backward pass of PyTorch's.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    seed = f"d{form.output} = torch.ones_like({form.output})"
    lines = [seed, *form.backward.splitlines()]
    below = "".join(f"    {line}\n" if line else "\n" for line in lines)
    return f"{forward(form, outline)}\n\nwith torch.no_grad():\n{below}"


def first_line(form: Attempt, outline: Outline) -> int:
    """Return the line of `together` at which what was written by hand begins."""
    return together(form, outline).count("\n") - len(form.backward.splitlines()) + 1


def forward(form: Attempt, outline: Outline) -> str:
    """Return the program up to its first backward pass, which would free the graph and tell the gradients.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    faults = [*oversized(form), *outline.faults]
    if not form.output.isidentifier():
        faults.append(Fault("output", f"{form.output!r} is not a name."))
    if faults:
        raise Faulty(faults)
    end = outline.passes[0] - 1 if outline.passes else None
    return "\n".join(lines_of(form.program)[:end]).rstrip()


def read(stdout: str, mark: str) -> Marks:
    """Return the marks that a program's output tells.

    Raises:
        ValueError: it tells none; the message is the reason.
    """
    fields = take(document(stdout, mark), dict)
    error = take(fields.get("error"), str, type(None))
    if error is not None:
        raise ValueError(error)
    stopped = take(fields.get("stopped"), dict, type(None))
    if stopped is not None:
        stopped = take(stopped.get("line"), int, type(None)), reports.text(stopped.get("message"))
    return Marks([_mark(take(row, dict)) for row in take(fields.get("rows"), list)[: reports.MOST_ITEMS]], stopped)


def _mark(row: dict[str, Any]) -> Mark:
    name, kind, sizes = _name(row.get("name")), take(row.get("mark"), str), tuple(shape(row.get("shape")))
    said = _said(kind, name, sizes, row)
    why = take(row.get("why"), list, type(None))
    if why is not None:
        said = f"{said} {_mistake(name, why)}"
    return Mark(name, sizes, kind, said, take(row.get("shown"), str, type(None)))


def _name(value: Any) -> str:
    name = take(value, str)
    if len(name) > MOST_NAME or not name.isidentifier():
        raise ValueError("a name of the report is none")
    return name


def _said(kind: str, name: str, sizes: tuple[int, ...], row: dict[str, Any]) -> str:
    match kind:
        case "missing":
            return f"d{name} is not written yet."
        case "exact":
            return "Exact."
        case "close":
            return f"Right, up to rounding: the largest difference is {number_text(reports.number(row.get('difference')), 2)}."
        case "no tensor":
            return f"d{name} is {reports.text(row.get('got'))}, not a tensor."
        case "shape":
            return f"Wrong shape: d{name} has {_text(tuple(shape(row.get('got'))))}, and {name} has {_text(sizes)}."
        case "wrong":
            place, wrong = take(row.get("place"), int), take(row.get("wrong"), int)
            where = (
                f"{wrong} of {math.prod(sizes)} numbers differ, the first at {_index(place, sizes)}"
                if sizes
                else "The number differs"
            )
            return f"Wrong. {where}; the largest difference is {number_text(reports.number(row.get('difference')), 3)}."
    raise ValueError("a mark of the report is unknown")


def _mistake(name: str, why: list) -> str:
    """Return in words what a gradient comes from: [what, of which other name or number]."""
    if len(why) != 2:
        raise ValueError("a mistake of the report is unknown")
    what, other = take(why[0], str), why[1]
    if what == "factor":
        factor = reports.number(other)
        if factor == 0:
            raise ValueError("a factor of the report is 0")
        message, times = (SMALLER, 1 / factor) if abs(factor) < 1 else (LARGER, factor)
        return message.format(name=name, factor=number_text(times))
    if what not in MISTAKES:
        raise ValueError("a mistake of the report is unknown")
    return MISTAKES[what].format(name=name, other=None if other is None else _name(other))


def _text(sizes: tuple[int, ...]) -> str:
    return f"shape {sizes}" if sizes else "no dimensions"


def _index(place: int, sizes: tuple[int, ...]) -> list[int]:
    found: list[int] = []
    for size in reversed(sizes):
        place, here = divmod(place, max(size, 1))
        found.insert(0, here)
    return found
