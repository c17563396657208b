"""Faults: what is wrong with a lesson file, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a lesson file: the line, from 1, and what to do."""

    line: int
    message: str
