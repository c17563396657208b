"""Comparing two runs: which steps belong together, and the component that leads two players through them."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

import streamlit as st

from autograd_studio import sandbox

from ..editor import Mark, write
from ..files import read
from ..foreign import Content
from ..forms.pairs import Programs
from ..running import engines
from ..running.opening import Opened
from ..running.running import forget
from ..running.runs import Run

SIDES = ("left", "right")
EDITORS = tuple(f"compare_{side}" for side in SIDES)  # also the names under which the runs are kept

ONLY_HERE = "The other program does not have this line."

WORDS = {
    "compare": "Two runs, step by step",
    "steps": "Steps of both",
    "first": "First step of both",
    "previous": "Previous step of both",
    "next": "Next step of both",
    "last": "Last step of both",
    "row": "Step of both",
    "lock": "Locked",
    "firsts": "First differences:",
    "none": "No difference",
    "same": "Both do the same, with the same numbers where this step shows any.",
    "only": ["Only the right program does this.", "Only the left program does this."],
    "idle": "waits: only the other program does this step",
    "kinds": {
        "program": "Program", "step": "Step", "error": "Error", "order": "Order", "value": "Value", "gradient": "Gradient",
    },
}  # fmt: skip


_mount = st.components.v2.component(
    "autograd_compare",
    html=read("compare/compare.html"),
    css=read("compare/compare.css"),
    js=read("bundles/compare.js"),
)


# What is said of one program on both engines.
OF_ENGINES = {
    "only": ["Only PyTorch shows this as a step.", "Only the built-in engine shows this as a step."],
    "idle": "waits: only the other engine shows this step",
    "same": "Both engines do the same, with the same numbers up to rounding where this step shows any.",
}
IDENTICAL = "Identical up to rounding in all {steps} steps that both engines show"

ON_TORCH = "compare_on_torch"


# What a program can be compared with.
COPY, ITSELF = "A copy, to change one of the two", "Itself on both engines"
BESIDE = "Opens this program on both sides of the Compare page, to change one of them"


class NotCompared(Exception):
    """Two runs could not be compared; the message says why."""


@st.cache_data(max_entries=32, show_spinner=False)
def compared(left: bytes, right: bytes, worker: str) -> dict[str, Any]:
    """Return the comparison of two compressed Traces, by view/compare/comparison.py or view/compare/agreement.py.

    Raises:
        NotCompared: it took too long, is too large, or the server is busy.
    """
    answer = sandbox.call(worker, gzip.decompress(left) + b"\n" + gzip.decompress(right))
    if not isinstance(answer, bytes):
        raise NotCompared(answer.message)
    return json.loads(answer)


def chosen() -> str | None:
    """Show the way from a program to this page, and return what it is to be compared with, None if it was not taken."""
    if engines.torch_version() is None:
        return COPY if st.button("Compare with…", key="program_compare", help=BESIDE) else None
    return st.menu_button("Compare with…", (COPY, ITSELF), key="program_compare_with")


def put(programs: Content[Programs]) -> None:
    """Put two programs into the editors of the page, which runs them when it is shown next."""
    for key, program in zip(EDITORS, sides_of(programs), strict=True):
        write(key, program)
        forget(key)
        st.session_state[f"{key}_side"] = Opened(program)
    st.session_state[ON_TORCH] = programs.bare.on_torch


def sides_of(programs: Content[Programs]) -> tuple[Content[str], Content[str]]:
    """Return the left program and the right one."""
    return programs.replace(programs.bare.left), programs.replace(programs.bare.right)


def beside_itself(program: Content[str], *, on_torch: bool) -> Content[Programs]:
    """Return a program on both sides; `on_torch` is whether the right one runs on PyTorch."""
    return program.map(lambda text: Programs(text, text, on_torch))


def comparison(left: Run | None, right: Run | None) -> dict[str, Any] | None:
    """Return the comparison of two runs, None if not both have steps.

    Raises:
        NotCompared: as of `compared`.
    """
    if not (left and right and left.trace and right.trace and left.payload and right.payload):
        return None
    return compared(
        left.trace, right.trace, "comparison" if left.request.engine == right.request.engine else "agreement"
    )


def beginning(found: dict[str, Any]) -> int:
    """Return the row in which a comparison is opened: that of the first step that differs."""
    rows = [one["row"] for one in found["differences"] if one["kind"] != "program" and one["row"] is not None]
    return min(rows, default=0)


def step_in(found: dict[str, Any], row: int, side: int) -> int:
    """Return the step that a side shows in a row, counted from 1: its own there, or its last one before."""
    steps = [steps[side] for steps in found["rows"][: row + 1] if steps[side] is not None]
    return steps[-1] + 1 if steps else 1


def marks(found: dict[str, Any], side: int) -> list[Mark]:
    """Return the marks at the lines that only one side's program has."""
    return [Mark(line, ONLY_HERE, "warning") for line in found["lines"][side]]


def bar(found: dict[str, Any], row: int, *, of_engines: bool) -> None:
    """Show the transport of two players, opened in a row; `of_engines` is whether they show one program on both engines."""
    words = WORDS | (OF_ENGINES | {"none": _identical(found)} if of_engines else {})
    identity = hashlib.blake2b(json.dumps([found, words]).encode(), digest_size=8).hexdigest()
    data = {"id": identity, "rows": found["rows"], "differences": found["differences"], "row": row, "words": words}
    _mount(key="compare_bar", data=data)


def _identical(found: dict[str, Any]) -> str:
    return IDENTICAL.format(steps=sum(None not in row for row in found["rows"]))
