"""A lesson file that somebody opens: read in a child, and put together with a run that another child has made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import from_json
from autograd_studio.view.payload.document import payload

from .checking import of_compare, of_run
from .faults import Fault
from .lesson_file import LessonFile
from .lesson_parts import Part, parts_of_run
from .reading import read

_HEAD = "---\nlesson: 1\nid: small\ntitle: Small\nlanguage: en\n---\n"
_SMALL = f"{_HEAD}```python\nimport torch\n```\n## before\nText.\n## made z\nText.\n"


@dataclass(frozen=True)
class Asked:
    """What is asked of a text: what lesson it is, and once its program `has_run`, with which `error`, what it tells of the run.

    `others` are the lessons that it may be compared with, None where nobody knows them.
    """

    text: str
    others: list[str] | None = None
    has_run: bool = False
    error: dict[str, Any] | None = None


def packed(asked: Asked, trace: bytes = b"") -> bytes:
    """Return what the worker takes: a question, and the Trace of the program, if it has one."""
    return json.dumps(asdict(asked)).encode() + b"\n" + trace


def worker(asked: bytes) -> bytes:
    """Return a lesson with its program, its parts and its faults, as JSON; the program is null where it has none."""
    head, _, trace = asked.partition(b"\n")
    wanted = Asked(**json.loads(head))
    lesson, faults = read(wanted.text)
    parts: list[Part] = []
    if lesson is not None:
        faults += [] if wanted.others is None else of_compare(lesson, wanted.others)
        if wanted.has_run:
            with uncollected():
                parts = _told(lesson, wanted, trace, faults)
    return json.dumps(_plain(lesson, parts, faults), ensure_ascii=False).encode()


def _told(lesson: LessonFile, asked: Asked, trace: bytes, faults: list[Fault]) -> list[Part]:
    """Return the parts of a lesson, and add to the faults what does not hold of its run."""
    run = payload(from_json(trace)) if trace else None
    faults += of_run(lesson, asked.error, run)
    return parts_of_run(lesson, run) if run is not None and run.steps else []


def _plain(lesson: LessonFile | None, parts: list[Part], faults: list[Fault]) -> dict[str, Any]:
    head = {name: value.text for name, value in lesson.head.items()} if lesson else {}
    return {
        "kind": "lesson",
        "id": head.get("id", ""),
        "title": head.get("title", ""),
        "program": lesson.program.text if lesson else None,
        "parts": [asdict(part) for part in parts],
        "faults": [asdict(fault) for fault in sorted(faults, key=lambda fault: fault.line)],
    }


def preload() -> None:
    """Open one once, so that all it takes is loaded before the child is locked."""
    from autograd_studio.view.workers import SMALL  # a page has no child, and not this file

    worker(packed(Asked(_SMALL, ["another"], has_run=True), SMALL))
