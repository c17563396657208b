"""The Jacobian page's form, the program that computes the matrix in the sandbox, and what its answer says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from autograd_studio.outline.forms import MOST_TEXT, Faulty, at_most, lines_of, oversized
from autograd_studio.outline.outline import Outline

from ...catalogue import say
from ..files import read
from . import reports
from .reports import document, matrix, shape, take

_HARNESS = read("harness/jacobian_rows.py")

MOST = 32  # rows and columns
MOST_EXPRESSION = 1000  # characters


@dataclass(frozen=True)
class Pair:
    """The form: a program, an output and an input as expressions over its names, and after which line of it they are taken.

    0 is where the output was last given its name.
    """

    program: str = at_most(MOST_TEXT)
    output: str = at_most(MOST_EXPRESSION)
    input: str = at_most(MOST_EXPRESSION)
    line: int = at_most(MOST_TEXT, default=0)


EXAMPLE = Pair(
    "import torch\n\nx = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)\n"
    "y = torch.stack([x[0] * x[1], x[1] ** 2, x.sum()])\n",
    "y",
    "x",
)


@dataclass(frozen=True)
class Jacobian:
    """A row for each element of the output, a column for each of the input, at most MOST; and the shapes of both."""

    rows: list[list[float]]
    output: list[int]
    input: list[int]

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows or columns than these."""
        return max(math.prod(self.output), math.prod(self.input)) > MOST


def jacobian_program(pair: Pair, outline: Outline) -> tuple[str, str]:
    """Return the program that computes a Jacobian, and the mark at the head of the line that it prints.

    `outline` is that of the pair's program.

    Raises:
        Faulty: a cell of the form does not hold what it should.
    """
    faults = [*oversized(pair), *outline.faults]
    if faults:
        raise Faulty(faults)
    text = _begun(pair, outline)
    mark = reports.mark("jacobian", f"{pair.output}\n{pair.input}\n{text}")
    call = f"_jacobian({pair.output!r}, {pair.input!r}, globals(), {mark!r}, {MOST})"
    return f"{text}\n\n{_HARNESS}\n\n{call}\n", mark


def read(stdout: str, mark: str) -> Jacobian:
    """Return the Jacobian that a program's output tells.

    Raises:
        ValueError: it tells none; the message is the reason.
    """
    fields = take(document(stdout, mark), dict)
    error = take(fields.get("error"), str, type(None))
    if error is not None:
        raise ValueError(error)
    output, given = (shape(fields.get(name)) for name in ("output", "target"))
    rows = matrix(fields.get("rows"))
    sizes = [min(math.prod(one), MOST) for one in (output, given)]
    if len(rows) != sizes[0] or any(len(row) != sizes[1] for row in rows):
        raise ValueError(say("web.report.matrix"))
    return Jacobian(rows, output, given)


def labels(name: str, shape: Sequence[int]) -> list[str]:
    """Return what the elements of a tensor are called, as many as are shown."""
    found = []
    whole = name if name.replace(".", "").isidentifier() or not shape else f"({name})"
    for place in range(min(math.prod(shape), MOST)):
        index: list[int] = []
        for size in reversed(shape):
            place, here = divmod(place, size)
            index.insert(0, here)
        found.append(f"{whole}{index if shape else ''}")
    return found


def _begun(pair: Pair, outline: Outline) -> str:
    """Return the program up to where the pair is taken: a later backward() would free its graph."""
    lines = lines_of(pair.program)
    line = pair.line or max(outline.names.get(pair.output, [len(lines)]))
    return "\n".join(lines[: outline.end(line)])
