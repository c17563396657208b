"""How long a run is likely to be, which decides its place in the queue."""

from enum import IntEnum


class Length(IntEnum):
    """How long a run is likely to be."""

    SHORT = 0
    MEDIUM = 1
    LONG = 2
