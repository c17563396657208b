"""Run all lessons and store what came of them: `python -m autograd_studio.lessons.build`.

A test holds the stored runs to what the code does now.
"""

from __future__ import annotations

import gzip
import json
import re
from contextlib import closing
from dataclasses import asdict, replace
from typing import Any

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Sandbox
from autograd_studio.view.workers import draw

from . import FOLDER, Lesson, stored, topics

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
        "outcome": {name: fields[name] for name in FIELDS},
        "trace": json.loads(outcome.trace),
        "payload": json.loads(gzip.decompress(drawing.payload)),
    }


def main() -> None:
    """Write the stored runs that have changed, and remove those of no lesson."""
    store = FOLDER / "runs"
    store.mkdir(exist_ok=True)
    lessons = [lesson for topic in topics() for lesson in topic.lessons]
    with closing(Sandbox("local")) as sandbox:
        for lesson in lessons:
            _store(lesson, fresh(lesson, sandbox))
    for path in set(store.iterdir()) - {lesson.stored_path for lesson in lessons}:
        path.unlink()


def lasting(run: dict[str, Any]) -> dict[str, Any]:
    """Return what of a run is the same in every process."""
    return json.loads(_PASSING.sub("", json.dumps(run)))


def _store(lesson: Lesson, run: dict[str, Any]) -> None:
    if lesson.stored_path.exists() and lasting(stored(lesson)) == lasting(run):
        return
    text = json.dumps(run, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    lesson.stored_path.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{lesson.id}: {len(run['payload']['steps'])} steps, {lesson.stored_path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
