"""The Practice page's form, the program that marks a backward pass written by hand, and what its marks say."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from typing import Any

from autograd_studio.why.numbers import number_text

from ..files import read
from . import reports
from .forms import Fault, Faulty
from .reports import document, take

_HARNESS = read("harness/marking.py")

MOST = 100  # names that are marked

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

    program: str
    output: str
    backward: str


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


def practice_program(form: Attempt, revealed: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return the program that marks an attempt, and the mark at the head of the line that it prints.

    The right gradients of the names `revealed` are in that line.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    text = forward(form)
    mark = reports.mark("practice", f"{form.output}\n{form.backward}\n{text}")
    call = f"_practice({form.output!r}, {form.backward!r}, dict(globals()), {revealed!r}, {mark!r})"
    return f"{text}\n\n{_HARNESS}\n\n{call}\n", mark


def together(form: Attempt) -> str:
    """Return the program with the gradients that were written below it, without a backward pass of PyTorch's.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    seed = f"d{form.output} = torch.ones_like({form.output})"
    lines = [seed, *form.backward.splitlines()]
    return forward(form) + "\n\nwith torch.no_grad():\n" + "".join(f"    {line}\n" if line else "\n" for line in lines)


def first_line(form: Attempt) -> int:
    """Return the line of `together` at which what was written by hand begins."""
    return together(form).count("\n") - len(form.backward.splitlines()) + 1


def forward(form: Attempt) -> str:
    """Return the program up to its first backward pass, which would free the graph and tell the gradients.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    faults = []
    end = None
    if not form.output.isidentifier():
        faults.append(Fault("output", f"{form.output!r} is not a name."))
    try:
        tree = ast.parse(form.program)
        end = next((node.lineno - 1 for node in tree.body if _runs_backward(node)), None)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        faults.append(Fault("program", f"is not Python: {error}", getattr(error, "lineno", None)))
    if faults:
        raise Faulty(faults)
    return "\n".join(form.program.splitlines()[:end]).rstrip()


def output_of(source: str) -> str:
    """Return the name in a program whose backward() it calls first, else the name that it assigns last; empty if none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    last = ""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="backward")):
                return name
            case ast.Assign(targets=[ast.Name(id=name)]):
                last = name
    return last


def _runs_backward(statement: ast.stmt) -> bool:
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in ("backward", "grad") for call in calls)


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
        stopped = take(stopped.get("line"), int, type(None)), take(stopped.get("message"), str)
    return Marks([_mark(take(row, dict)) for row in take(fields.get("rows"), list)[:MOST]], stopped)


def _mark(row: dict[str, Any]) -> Mark:
    name, kind = take(row.get("name"), str), take(row.get("mark"), str)
    if not name.isidentifier():
        raise ValueError("a name of the report is none")
    shape = _shape(row.get("shape"))
    said = _said(kind, name, shape, row)
    why = take(row.get("why"), list, type(None))
    if why is not None:
        said = f"{said} {_mistake(name, *why)}"
    return Mark(name, shape, kind, said, take(row.get("shown"), str, type(None)))


def _said(kind: str, name: str, shape: tuple[int, ...], row: dict[str, Any]) -> str:
    match kind:
        case "missing":
            return f"d{name} is not written yet."
        case "exact":
            return "Exact."
        case "close":
            return f"Right, up to rounding: the largest difference is {number_text(reports.number(row.get('difference')), 2)}."
        case "no tensor":
            return f"d{name} is {take(row.get('got'), str)}, not a tensor."
        case "shape":
            return f"Wrong shape: d{name} has {_text(_shape(row.get('got')))}, and {name} has {_text(shape)}."
        case "wrong":
            place, wrong = take(row.get("place"), int), take(row.get("wrong"), int)
            count = math.prod(shape)
            where = (
                f"{wrong} of {count} numbers differ, the first at {_index(place, shape)}"
                if shape
                else "The number differs"
            )
            return f"Wrong. {where}; the largest difference is {number_text(reports.number(row.get('difference')), 3)}."
    raise ValueError("a mark of the report is unknown")


def _mistake(name: str, what: Any, other: Any) -> str:
    if what == "factor":
        factor = reports.number(other)
        message, times = (SMALLER, 1 / factor) if abs(factor) < 1 else (LARGER, factor)
        return message.format(name=name, factor=number_text(times))
    if what not in MISTAKES:
        raise ValueError("a mistake of the report is unknown")
    return MISTAKES[what].format(name=name, other=take(other, str, type(None)))


def _shape(value: Any) -> tuple[int, ...]:
    return tuple(take(size, int) for size in take(value, list))


def _text(shape: tuple[int, ...]) -> str:
    return f"shape {shape}" if shape else "no dimensions"


def _index(place: int, shape: tuple[int, ...]) -> list[int]:
    found: list[int] = []
    for size in reversed(shape):
        place, here = divmod(place, max(size, 1))
        found.insert(0, here)
    return found
