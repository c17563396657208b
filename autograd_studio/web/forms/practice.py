"""The Practice page's form, the program that marks a backward pass written by hand, and what its marks say."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from autograd_studio.outline.forms import MOST_CODE, MOST_NAME, MOST_TEXT, Fault, Faulty, at_most, lines_of, oversized
from autograd_studio.outline.outline import Outline
from autograd_studio.why.numbers import number_text

from ...catalogue import say
from ..files import read
from . import reports
from .reports import document, shape, take

_HARNESS = read("harness/marking.py")

# What the harness tells of a gradient that is wrong: what it comes from instead.
MISTAKES = frozenset(
    ("follows", "before", "dimensions", "expand", "broadcast", "summed", "transposed", "sign", "one use", "left out")
    + ("upstream", "slope", "averaged", "axis", "part", "operand")
)


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


def last_lines(backward: str) -> dict[str, int]:
    """Return the line of what was written by hand where each name is given last."""
    lines = enumerate(backward.splitlines(), 1)
    return {line.partition("=")[0].strip(): number for number, line in lines if "=" in line}


def forward(form: Attempt, outline: Outline) -> str:
    """Return the program up to its first backward pass, which would free the graph and tell the gradients.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    faults = [*oversized(form), *outline.faults]
    if not form.output.isidentifier():
        faults.append(Fault("output", say("web.mark.no_name", name=repr(form.output))))
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
        raise ValueError(say("web.report.name"))
    return name


def _said(kind: str, name: str, sizes: tuple[int, ...], row: dict[str, Any]) -> str:
    match kind:
        case "missing":
            return say("web.mark.missing", name=name)
        case "exact":
            return say("web.mark.exact")
        case "close":
            return say("web.mark.close", difference=number_text(reports.number(row.get("difference")), 2))
        case "no tensor":
            return say("web.mark.no_tensor", name=name, got=reports.text(row.get("got")))
        case "shape":
            return say("web.mark.shape", name=name, got=_text(tuple(shape(row.get("got")))), wanted=_text(sizes))
        case "wrong":
            place, wrong = take(row.get("place"), int), take(row.get("wrong"), int)
            parts = {"wrong": wrong, "count": math.prod(sizes), "place": _index(place, sizes)}
            difference = number_text(reports.number(row.get("difference")), 3)
            return say("web.mark.wrong" if sizes else "web.mark.wrong_number", **parts, difference=difference)
    raise ValueError(say("web.report.mark"))


def _mistake(name: str, why: list) -> str:
    """Return in words what a gradient comes from: [what, of which other name or number]."""
    if len(why) != 2:
        raise ValueError(say("web.report.mistake"))
    what, other = take(why[0], str), why[1]
    if what == "factor":
        factor = reports.number(other)
        if factor == 0:
            raise ValueError(say("web.report.factor"))
        if abs(factor) < 1:
            return say("web.mistake.smaller", factor=number_text(1 / factor))
        return say("web.mistake.larger", name=name, factor=number_text(factor))
    if what not in MISTAKES:
        raise ValueError(say("web.report.mistake"))
    return say(f"web.mistake.{what.replace(' ', '_')}", name=name, other=None if other is None else _name(other))


def _text(sizes: tuple[int, ...]) -> str:
    return say("web.mark.sizes", shape=sizes) if sizes else say("web.mark.no_dimensions")


def _index(place: int, sizes: tuple[int, ...]) -> list[int]:
    found: list[int] = []
    for size in reversed(sizes):
        place, here = divmod(place, max(size, 1))
        found.insert(0, here)
    return found
