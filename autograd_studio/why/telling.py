"""Telling: findings, and what helps after an error, as lines of a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from autograd_engine.trace.schema import Error

from ..catalogue import say
from .finding import CAUSES, Finding
from .findings import joined
from .pastes.pastes import lack
from .rules.errors.failures import REFUSED

_COLUMNS = 100


def told(findings: list[Finding], file: Path, name: str | None = None, unshown: Sequence[str] = ()) -> str:
    """Return the findings of a file's program, about the variable `name` if there is one, or else what its run does not show."""
    paragraphs = []
    for one in joined(findings):
        where = "" if one.line is None else f":{one.line}"
        paragraphs.append(f"{file}{where}: {one.heading}\n{_wrapped(one.text)}\n")
    return "\n".join(paragraphs) or _fine(name or say("why.finding.gradients"), unshown)


def _fine(what: str, unshown: Sequence[str]) -> str:
    """Return that nothing was found, and that nothing is wrong if there is nothing that a run does not show."""
    if not unshown:
        return say("why.finding.none", what=what)
    return _wrapped(say("why.unshown.told", what=what, reasons=" ".join(unshown)))


def advice(source: str, error: dict[str, Any]) -> str:
    """Return what a program that was copied in part lacks, or what runs what this engine refuses; else nothing."""
    lacking = lack(source, Error(**error))
    found = CAUSES["refused"].remedy if REFUSED in error["message"] else lacking and lacking.told
    return f"\n{_wrapped(found)}\n" if found else ""


def _wrapped(text: str) -> str:
    """Return a text in lines of a terminal; code between backticks stays on one, to be copied."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    return fill(whole, _COLUMNS, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
