"""What a child that runs a program is sent."""

from __future__ import annotations

from dataclasses import dataclass, field

from autograd_engine.trace.schema import from_json, to_json
from autograd_studio.answering.request import Request


@dataclass(frozen=True)
class Task:
    """A request, and what is the business of the process that answers it.

    The answer may take `result_bytes`. `modules` are those that the program may import beside the usual; `unfit` says why
    packages are not among them, and `is_open` whether whatever is installed would be.
    """

    request: Request
    result_bytes: int
    modules: list[str] = field(default_factory=list)
    unfit: dict[str, str] = field(default_factory=dict)
    is_open: bool = False


def preload_reader() -> None:
    """Have the reader of tasks made, which takes a millisecond, before the fork."""
    from_json(to_json(Task(Request(""), 0)), Task)
