"""A request: all that is wanted of a program's run. Who sets a field and who reads it are the only ones to know of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from autograd_engine.run.options import Nudge, Prompt
from autograd_engine.trace.schema import TraceLimits

Engine = Literal["built-in", "torch"]

# The "beginning" of a program that trains in a long loop is its first iterations; the "rest" is all of it, asked for when they
# are there.
Part = Literal["all", "beginning", "rest"]

# Entries of the engine's log that make a beginning: a dozen steps of Adam, which take a fifth of a second.
BEGINNING = 500

# Operations that are kept of a program's beginning where a part of its middle has to find room beside it.
FEWER = 1000


@dataclass(frozen=True)
class Request:
    """What is wanted of the run of the program `source`. Requests that are equal have the same answer.

    `engine` is where it runs; "torch" has no `part` but "all". `middle` is the backward pass from which on a part of a long
    run's middle is kept (TraceLimits). `nudge` is a number to replace; `prompt` is an expression to evaluate at a step, at
    which the program ends. With `draw` a graph is drawn. `locked` means behind the lock or not at all, in local mode too.
    What runs `again`, as it does for each number of a drag, need not have a process of its own.
    """

    source: str
    engine: Engine = "built-in"
    part: Part = "all"
    middle: int | None = None
    nudge: Nudge | None = None
    prompt: Prompt | None = None
    draw: bool = True
    locked: bool = False
    again: bool = False

    def nudged(self, nudge: Nudge | None) -> Request:
        """Return the request for the same run with a number replaced, or, without one, for what it is compared with."""
        return replace(self, nudge=nudge, again=True)

    def asking(self, prompt: Prompt) -> Request:
        """Return the request for what an expression is at a step of the same run, of which nothing is shown."""
        return replace(self, prompt=prompt, middle=None, again=True)

    @property
    def trace_limits(self) -> TraceLimits:
        """How much of the run is kept."""
        limits = TraceLimits(beginning=BEGINNING if self.part == "beginning" else None)
        return limits if self.middle is None else replace(limits, middle=self.middle, operations=FEWER)
