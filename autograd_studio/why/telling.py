"""Telling: findings, and what helps after an error, as lines of a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill
from typing import Any

from autograd_engine.trace.schema import Error

from .finding import CAUSES, Finding
from .findings import joined
from .pastes.pastes import lack
from .rules.errors.failures import REFUSED

_COLUMNS = 100


def told(findings: list[Finding], file: Path, name: str | None = None) -> str:
    """Return the findings of a file's program, about the variable `name` if there is one."""
    paragraphs = []
    for one in joined(findings):
        where = "" if one.line is None else f":{one.line}"
        paragraphs.append(f"{file}{where}: {one.heading}\n{_wrapped(one.text)}\n")
    return "\n".join(paragraphs) or f"Nothing is wrong with {name or 'the gradients'}."


def advice(source: str, error: dict[str, Any]) -> str:
    """Return what a program that was copied in part lacks, or what runs what this engine refuses; else nothing."""
    lacking = lack(source, Error(**error))
    found = CAUSES["refused"].remedy if REFUSED in error["message"] else lacking and lacking.told
    return f"\n{_wrapped(found)}\n" if found else ""


def _wrapped(text: str) -> str:
    """Return a text in lines of a terminal; code between backticks stays on one, to be copied."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    return fill(whole, _COLUMNS, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
