"""How long a run is likely to be, which decides its place in the queue."""

import re
from enum import IntEnum

from autograd_studio.answering.request import Request

# What tells that a program may take long: a loop without a bound, or one beside a number of 50 or more, or that it sleeps.
WHILE = re.compile(r"^[ \t]*while\b", re.MULTILINE)
FOR = re.compile(r"^[ \t]*(?:async[ \t]+)?for\b", re.MULTILINE)
FIFTY = re.compile(r"(?<![\w.])(?:[5-9]\d|[1-9][\d_]{2,})(?![\w.])")
SLEEPS = re.compile(r"\bsleep\b")
TRAINS = re.compile(r"\.backward\b")


class Length(IntEnum):
    """How long a run is likely to be."""

    SHORT = 0
    MEDIUM = 1
    LONG = 2


def length(request: Request) -> Length:
    """Return how long a program looks as if it took: a guess, which decides only for how many others it waits."""
    source = request.source
    if request.part == "rest":
        return Length.LONG
    is_endless = WHILE.search(source) or SLEEPS.search(source) or (FOR.search(source) and FIFTY.search(source))
    if not is_endless:
        return Length.SHORT
    return Length.MEDIUM if request.part == "beginning" and TRAINS.search(source) else Length.LONG
