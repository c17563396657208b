"""Every limit of the sandbox, in one place.

`Limits` bounds one run; `Capacity` says how many runs a server takes at once. `HOSTED` and `LOCAL` are the
two presets of a program's run, `HOSTED_TORCH` is that of one on real PyTorch behind the lock, `DRAWING` is the preset of
trusted code working on a program's data, `OUTLINE` that of reading a text. A host changes single values through the
environment: see `from_environment`.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from autograd_studio import host_faults
from autograd_studio.answering.limits import HOSTED, KIB, MIB, Limits, Settings


@dataclass(frozen=True, kw_only=True)
class Capacity(Settings):
    """How many runs a server takes at once, and when it replaces its zygote."""

    places: int  # runs that compute at the same time
    asleep: int  # runs beside them that do not compute; what falls asleep beyond that keeps its place
    waiting: int  # runs that may wait for a place; the next one is told "busy"
    runs_per_minute: int | None  # of one visitor; None: no bound
    nudge_seconds: float | None  # in a minute, for all nudged runs of one visitor; None: no bound
    recycle_runs: int  # a zygote's children share its address layout, so it is replaced now and then
    recycle_seconds: float
    reply_seconds: float  # a zygote that does not answer within this is killed and replaced


# PyTorch computes as fast, but telling its steps through its own hooks takes several times as long.
HOSTED_TORCH = replace(HOSTED, wall_seconds=8.0, cpu_seconds=4.0)

LOCAL = Limits(
    source_bytes=1 * MIB,
    wall_seconds=30.0,
    cpu_seconds=30.0,
    grace_seconds=5.0,
    memory_bytes=2048 * MIB,
    stdout_bytes=1 * MIB,
    stderr_bytes=256 * KIB,
    result_bytes=32 * MIB,
)

DRAWING = Limits(
    source_bytes=32 * MIB,  # the largest Trace of local mode
    wall_seconds=15.0,  # a busy server lets it wait; what it computes is bounded by the next line
    cpu_seconds=3.5,  # with the grace whole seconds, as the kernel counts them
    grace_seconds=0.5,
    memory_bytes=256 * MIB,
    stdout_bytes=16 * KIB,
    stderr_bytes=16 * KIB,
    result_bytes=8 * MIB,
)

# The parser takes a gigabyte and seconds for 64 KiB that are made for it, and some hundredths of a second for any other text.
OUTLINE = replace(
    DRAWING,
    source_bytes=512 * KIB,
    wall_seconds=5.0,
    cpu_seconds=1.0,
    memory_bytes=128 * MIB,
    result_bytes=128 * KIB,
)

# Hosted, what is drawn without Graphviz, after it has taken all of that time: the largest honest Traces take half as much.
HOSTED_PLAIN_DRAWING = replace(DRAWING, cpu_seconds=1.5)

# The server reads a comparison, and keeps some: that of two runs with 200 steps of Adam has 87 KiB.
COMPARING = replace(DRAWING, result_bytes=512 * KIB)

HOSTED_CAPACITY = Capacity(
    places=min(2, os.cpu_count() or 1),
    asleep=16,
    waiting=300,  # a lecture hall that presses Run at the same moment
    runs_per_minute=20,
    nudge_seconds=20.0,
    recycle_runs=500,
    recycle_seconds=1800.0,
    reply_seconds=5.0,
)

# In a line of their own, so that no other program waits for one of these.
HOSTED_TORCH_CAPACITY = replace(HOSTED_CAPACITY, places=1, asleep=2)

LOCAL_CAPACITY = replace(HOSTED_CAPACITY, places=2, asleep=2, waiting=8, runs_per_minute=None, nudge_seconds=None)

PREFIX = "AUTOGRAD_STUDIO_"
TORCH_PREFIX = "AUTOGRAD_STUDIO_TORCH_"


def names() -> set[str]:
    """Return the names of the environment by which a host changes a limit."""
    found = [field.name.upper() for preset in (Limits, Capacity) for field in fields(preset)]
    return {prefix + name for prefix in (PREFIX, TORCH_PREFIX) for name in found}


Preset = TypeVar("Preset", Limits, Capacity)


def from_environment(preset: Preset, environment: Mapping[str, str] = os.environ, prefix: str = PREFIX) -> Preset:
    """Return the preset with the values a host has set, e.g. AUTOGRAD_STUDIO_WALL_SECONDS=10.

    A value that is not a positive number is left out, and the host is told: it believes to have changed a default.
    """
    changes = {}
    for field in fields(preset):
        text = environment.get(prefix + field.name.upper())
        if text is None:
            continue
        number = float if "seconds" in field.name else int
        try:
            value = number(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            host_faults.add(f"{prefix}{field.name.upper()} must be a positive number, not {text!r}")
            continue
        changes[field.name] = value
    return replace(preset, **changes)
