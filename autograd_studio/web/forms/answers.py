"""What the forms are answered that a program has to be run for: which program that is, and what its output says."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any

from autograd_studio.answering.outcome import Outcome
from autograd_studio.answering.told import NOT_RUN, failed, written
from autograd_studio.outline.forms import CustomOp, Faulty
from autograd_studio.outline.outline import Asked, Outline

from . import checks, jacobian, practice

Item = float | str


class Check(ABC):
    """A form that is to be checked; `asked` is what an outline is needed of."""

    asked: Asked

    @abstractmethod
    def program(self, outline: Outline) -> tuple[str, str]:
        """Return the program that checks the form, and the mark at the head of the line that it prints.

        Raises:
            Faulty: a cell of the form does not hold what it should.
        """

    @abstractmethod
    def answer(self, stdout: str, mark: str, outline: Outline) -> dict[str, Any]:
        """Return what the output of that program says.

        Raises:
            ValueError: it says nothing; the message is the reason.
        """

    def place(self, line: int | None, outline: Outline) -> tuple[str, int] | None:
        """Return where a line of the program is in the form, None if it is not from there."""
        return ("program", line) if line is not None and line <= self.asked.text.count("\n") + 1 else None


@dataclass(frozen=True)
class OfCustomOp(Check):
    """The checks of a custom Function."""

    form: CustomOp

    @property
    def asked(self) -> Asked:
        """The form itself."""
        return Asked(custom_op=self.form)

    def program(self, outline: Outline) -> tuple[str, str]:
        """As Check has it."""
        if outline.faults:
            raise Faulty(outline.faults)
        return checks.check_program(self.form, outline)

    def answer(self, stdout: str, mark: str, outline: Outline) -> dict[str, Any]:
        """As Check has it."""
        found = checks.read(stdout, mark)
        tables = [
            {
                "argument": one.argument, "analytic": _items(one.analytic), "numeric": _items(one.numeric),
                "difference": _items(one.difference), "agrees": one.agrees,
            }
            for one in found.comparisons
        ]  # fmt: skip
        return {"kind": "checks", "findings": list(map(asdict, found.findings)), "comparisons": tables}

    def place(self, line: int | None, outline: Outline) -> tuple[str, int] | None:
        """As Check has it."""
        return outline.cell_of(line)


@dataclass(frozen=True)
class OfPair(Check):
    """The Jacobian of an output by an input."""

    form: jacobian.Pair

    @property
    def asked(self) -> Asked:
        """The form's program."""
        return Asked(self.form.program)

    def program(self, outline: Outline) -> tuple[str, str]:
        """As Check has it."""
        return jacobian.jacobian_program(self.form, outline)

    def answer(self, stdout: str, mark: str, outline: Outline) -> dict[str, Any]:
        """As Check has it."""
        found = jacobian.read(stdout, mark)
        return {
            "kind": "jacobian", "rows": _items(found.rows), "output": found.output, "input": found.input,
            "outputs": jacobian.labels(self.form.output, found.output),
            "inputs": jacobian.labels(self.form.input, found.input), "is_cut": found.is_cut,
        }  # fmt: skip


@dataclass(frozen=True)
class OfAttempt(Check):
    """The marks of a backward pass written by hand; the right gradients of the names `shown` are told."""

    form: practice.Attempt
    shown: tuple[str, ...] = ()

    @property
    def asked(self) -> Asked:
        """The form's program."""
        return Asked(self.form.program)

    def program(self, outline: Outline) -> tuple[str, str]:
        """As Check has it."""
        return practice.practice_program(self.form, outline, self.shown)

    def answer(self, stdout: str, mark: str, outline: Outline) -> dict[str, Any]:
        """As Check has it."""
        found, lines = practice.read(stdout, mark), practice.last_lines(self.form.backward)
        rows = [{**asdict(row), "is_right": row.is_right, "line": lines.get(f"d{row.name}")} for row in found.rows]
        return {
            "kind": "marks", "rows": rows, "stopped": found.stopped,
            "program": practice.together(self.form, outline), "first_line": practice.first_line(self.form, outline),
        }  # fmt: skip


def told(outcome: Outcome, form: Check, mark: str, outline: Outline) -> bytes:
    """Return what is told of the run of a check."""
    if outcome.status in NOT_RUN:
        return failed(outcome.status, outcome.message)
    try:
        return written(form.answer(outcome.stdout, mark, outline))
    except ValueError as reason:
        error = outcome.error
        raised = f"{error.type}: {error.message}" if error is not None and outcome.status == "error" else ""
        cell, line = form.place(error and error.line, outline) or ("", None)
        status = "error" if outcome.status == "ok" else outcome.status  # what the check itself found wrong
        return failed(status, raised or outcome.message or str(reason), cell=cell, line=line)


def _items(rows: list[list[float]]) -> list[list[Item]]:
    """Return numbers as the payload has them: what JSON cannot write as words."""
    return [[x if math.isfinite(x) else _word(x) for x in row] for row in rows]


def _word(x: float) -> str:
    return "NaN" if math.isnan(x) else "Infinity" if x > 0 else "-Infinity"
