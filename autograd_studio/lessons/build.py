"""Run all lessons and the tour, and store what came of them: `python -m autograd_studio.lessons.build`.

With a folder, those of the lesson files in it, beside them: `python -m autograd_studio.lessons.build FOLDER`.

A test holds the stored runs to what the code does now.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Sandbox
from autograd_studio.view.workers import draw

from .. import host_faults
from . import FOLDER, Lesson, of_folder, stored, topics, tour
from .lesson_parts import parts

# What the same program gives each time, on every machine.
FIELDS = (
    "status", "message", "stdout", "stdout_truncated", "stderr", "stderr_truncated", "error", "exit_status",
)  # fmt: skip

# What another process writes differently: addresses, and with them the identity of a payload.
_PASSING = re.compile(r'0x[0-9a-f]{8,}|(?<="id": ")[0-9a-f]{16}(?=")')


def fresh(lesson: Lesson, sandbox: Sandbox) -> dict[str, Any]:
    """Run a lesson and return what is stored of it.

    Raises:
        RuntimeError: it has no Trace, or no drawing.
    """
    outcome = sandbox.run(Request(lesson.source))
    if outcome.trace is None:
        raise RuntimeError(f"{lesson.id}: {outcome.status}: {outcome.message}")
    fields = asdict(replace(outcome, trace=None))
    drawing = draw(outcome.trace, sandbox.call)
    if drawing is None:
        raise RuntimeError(f"{lesson.id} cannot be drawn")
    return {
        "of": lesson.fingerprint,
        "outcome": {name: fields[name] for name in FIELDS},
        "trace": json.loads(outcome.trace),
        "payload": json.loads(gzip.decompress(drawing.payload)),
        "parts": [asdict(part) for part in parts(lesson.file)],
    }


def main() -> None:
    """Write the stored runs that have changed, of a folder if one is named, and remove those of no lesson."""
    if sys.argv[1:]:
        build_folder(Path(sys.argv[1]))
        return
    first = tour()
    lessons = [*([first] if first else []), *(lesson for topic in topics() for lesson in topic.lessons)]
    _build([lesson for lesson in lessons if lesson.path.is_relative_to(FOLDER)], FOLDER / "runs")


def build_folder(folder: Path) -> None:
    """Store the runs of the lesson files of a folder, beside them."""
    _build(of_folder(folder.resolve()), folder.resolve() / "runs")


def _build(lessons: list[Lesson], store: Path) -> None:
    store.mkdir(exist_ok=True)
    with closing(Sandbox("local")) as sandbox:
        for lesson in lessons:
            with host_faults.left_out(str(lesson.path), RuntimeError):
                _store(lesson, fresh(lesson, sandbox))
    for path in set(store.glob("*.json.gz")) - {lesson.stored_path for lesson in lessons}:
        path.unlink()


def lasting(run: dict[str, Any]) -> dict[str, Any]:
    """Return what of a run is the same in every process."""
    return json.loads(_PASSING.sub("", json.dumps(run)))


def _store(lesson: Lesson, run: dict[str, Any]) -> None:
    kept = stored(lesson) if lesson.stored_path.exists() else None
    if kept is not None and lasting(kept) == lasting(run):
        return
    text = json.dumps(run, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    lesson.stored_path.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{lesson.id}: {len(run['payload']['steps'])} steps, {lesson.stored_path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
