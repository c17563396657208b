"""The checks of the Custom op page: the program that makes them in the sandbox, and what its answer says.

The answer is made by a program that anybody may have written, so it is read strictly. What a program can
falsify is its own check.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from autograd_studio.outline.forms import CustomOp
from autograd_studio.outline.outline import Outline

from ...catalogue import say
from ..files import read
from . import reports
from .reports import document, items, matrix, shape, take

_HARNESS = read("harness/gradient_check.py")

# As torch.autograd.gradcheck compares.
RTOL, ATOL = 1e-3, 1e-5

MOST_CELLS = 400  # of a table, as in the harness


@dataclass(frozen=True)
class Finding:
    """One sentence of the report, and whether it is good news."""

    verdict: Literal["right", "wrong", "note"]
    text: str


@dataclass(frozen=True)
class Comparison:
    """The Jacobians of the output by one argument: a row for each element of the argument."""

    argument: int
    analytic: list[list[float]]
    numeric: list[list[float]]

    @property
    def difference(self) -> list[list[float]]:
        """The absolute differences."""
        return [
            [abs(a - n) for a, n in zip(*rows, strict=True)] for rows in zip(self.analytic, self.numeric, strict=True)
        ]

    @property
    def agrees(self) -> bool:
        """Whether gradcheck would be content."""
        pairs = [pair for rows in zip(self.analytic, self.numeric, strict=True) for pair in zip(*rows, strict=True)]
        return all(abs(a - n) <= ATOL + RTOL * abs(n) if math.isfinite(a - n) else a == n for a, n in pairs)


@dataclass(frozen=True)
class Checks:
    """What the checks found."""

    findings: list[Finding]
    comparisons: list[Comparison]


def check_program(form: CustomOp, outline: Outline) -> tuple[str, str]:
    """Return the program that checks a form's Function, and the mark at the head of the line that it prints.

    `outline` is that of the form, without faults.
    """
    text = outline.before("use")
    mark = reports.mark("checks", text + form.use)
    return f"{text}\n\n{_HARNESS}\n\n_check({form.name}, {form.use!r}, globals(), {mark!r})\n", mark


def read(stdout: str, mark: str) -> Checks:
    """Return what a check program's output says.

    Raises:
        ValueError: it says nothing, or nothing that makes sense.
    """
    report = _Report(document(stdout, mark))
    return Checks([*_on_use(report), *_on_backward(report), *_on_gradients(report)], report.comparisons)


# ---- reading


class _Report:
    """The report of the check program, with every type checked."""

    def __init__(self, document: Any) -> None:
        fields = take(document, dict)
        self.calls = take(fields.get("calls"), int)
        self.error = _message(fields.get("error"))
        self.gradcheck_error = _message(fields.get("gradcheck_error"))
        self.arguments = [_sizes(item) for item in items(fields.get("arguments"))]
        self.backwards = []
        for item in take(fields.get("backwards"), list):
            entry = take(item, dict)
            returned = [_sizes(sizes) for sizes in items(entry.get("returned"))]
            modified = [take(index, int) for index in items(entry.get("modified"))]
            self.backwards.append((returned, modified))
        self.comparisons: list[Comparison] = []
        self.too_large: list[int] = []
        for item in items(fields.get("jacobians")):
            entry = take(item, dict)
            argument = take(entry.get("argument"), int)
            if not 0 <= argument < len(self.arguments):
                raise ValueError(say("web.report.argument"))
            if take(entry.get("too_large"), bool):
                self.too_large.append(argument)
                continue
            analytic, numeric = matrix(entry.get("analytic")), matrix(entry.get("numeric"))
            if [len(row) for row in analytic] != [len(row) for row in numeric] or sum(map(len, analytic)) > MOST_CELLS:
                raise ValueError(say("web.report.tables"))
            self.comparisons.append(Comparison(argument, analytic, numeric))


def _sizes(value: Any) -> list[int] | None:
    return None if value is None else shape(value)


def _message(value: Any) -> str | None:
    return None if value is None else reports.text(value)


# ---- judging


def _on_use(report: _Report) -> list[Finding]:
    if report.calls == 0:
        return [Finding("note", say("web.checks.no_apply"))]
    if report.error is not None:
        return [Finding("wrong", say("web.checks.use_stopped", error=report.error))]
    if not report.backwards:
        return [Finding("note", say("web.checks.no_backward"))]
    return []


def _on_backward(report: _Report) -> list[Finding]:
    """Judge what backward returned, and what it did to what it was given."""
    if not report.backwards:
        return []
    expected = report.arguments
    returned, _ = report.backwards[0]
    found = [_on_count(len(returned), len(expected), returned)]
    for i, (have, want) in enumerate(zip(returned, expected, strict=False)):
        if have is not None and want is None:
            found.append(Finding("wrong", say("web.checks.not_tensor", argument=i)))
        elif have is not None and not _fits(have, want):
            found.append(Finding("wrong", say("web.checks.shape", argument=i, shape=_shown(have), wanted=_shown(want))))
        elif have is not None and have != want:
            words = say("web.checks.summed", argument=i, shape=_shown(have), wanted=_shown(want))
            found.append(Finding("note", words))
    if len(found) == 1 and found[0].verdict == "right":
        found.append(Finding("right", say("web.checks.shapes")))
    modified = sorted({index for _, indices in report.backwards for index in indices})
    if modified:
        found.append(Finding("wrong", say("web.checks.modified")))
    else:
        found.append(Finding("right", say("web.checks.unmodified")))
    return found


def _on_count(count: int, expected: int, returned: list) -> Finding:
    gradients = say("web.checks.gradients", count=count)
    arguments = say("web.checks.arguments", count=expected)
    if count == expected:
        return Finding("right", say("web.checks.count_right", gradients=gradients))
    if count > expected and all(shape is None for shape in returned[expected:]):
        return Finding("right", say("web.checks.count_more", gradients=gradients, arguments=arguments))
    return Finding("wrong", say("web.checks.count_wrong", gradients=gradients, arguments=arguments))


def _on_gradients(report: _Report) -> list[Finding]:
    if report.calls == 0:
        return []
    if report.gradcheck_error is not None:
        return [Finding("wrong", say("web.checks.gradcheck_stopped", error=report.gradcheck_error))]
    found = [Finding("note", say("web.checks.too_large", argument=i)) for i in report.too_large]
    for comparison in report.comparisons:
        if comparison.agrees:
            found.append(Finding("right", say("web.checks.agrees", argument=comparison.argument)))
        else:
            found.append(Finding("wrong", say("web.checks.differs", argument=comparison.argument)))
    return found


def _fits(have: list[int], want: list[int]) -> bool:
    """Return whether a gradient can be summed to the shape of its input, as PyTorch does."""
    tail = have[len(have) - len(want) :]
    return len(have) >= len(want) and all(w in (1, h) for h, w in zip(tail, want, strict=True))


def _shown(shape: list[int] | None) -> str:
    return (
        say("web.checks.none") if shape is None else f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
    )
