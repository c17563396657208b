"""A program on real PyTorch.

From a Spawner, it has the user's permissions, imports and files; `torch_locked` prepares it for the lock.
"""

import json
import secrets
from typing import Any

from autograd_engine.trace.schema import Trace, to_json

from ..answer import pictures
from .program import execute
from .workers import SHORTENED, load

LONG = 10_000  # steps: what is drawn in time; a longer Trace is shortened
LEAST = 200


def preload() -> None:
    """Import PyTorch, of which a program's time is none."""
    from autograd_studio.torch_recorder import program  # noqa: F401

    load(SHORTENED)


def worker(payload: bytes) -> bytes:
    """Run the program on PyTorch, recorded, and return its answer as sandbox/child/program.py has it."""
    import torch

    from autograd_engine.run import nudge, prompt
    from autograd_studio.torch_recorder import program

    def run(source: str, **options: Any) -> Any:
        torch.manual_seed(secrets.randbits(64))  # what the built-in engine begins with, too: see `execute`
        nudged = task["nudge"] and nudge.Nudge(**task["nudge"])
        asked = task["prompt"] and prompt.Prompt(**task["prompt"])
        result = program.run(source, nudge=nudged, prompt=asked, **options)
        if asked is None:
            result.trace = shown(result.trace, task["middle"], task["result_bytes"] // 2)
        return result

    task = json.loads(payload)
    if task["nudge"] or task["prompt"]:
        pictures.forgo()
    return execute(payload, run)


def shown(trace: Trace, middle: int | None, most_bytes: int) -> Trace:
    """Return what is shown of a Trace: fewer steps, where they would take too many bytes."""
    shorten, long = load(SHORTENED), LONG
    while True:
        found = shorten(trace, long, middle)
        if long < LEAST or len(to_json(found)) <= most_bytes:
            return found
        long //= 4
