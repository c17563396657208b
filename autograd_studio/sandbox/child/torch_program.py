"""A program on real PyTorch.

From a Spawner, it has the user's permissions, imports and files; `torch_locked` prepares it for the lock.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from autograd_engine.trace.schema import TraceLimits, from_json

from .program import execute
from .task import Task, preload_reader

if TYPE_CHECKING:
    from autograd_engine.run.program import Result


def preload() -> None:
    """Import PyTorch, of which a program's time is none."""
    from autograd_studio.answering import trace_size  # noqa: F401
    from autograd_studio.torch_recorder import program  # noqa: F401

    preload_reader()


def worker(payload: bytes) -> bytes:
    """Run the program on PyTorch, recorded, and return its answer as sandbox/child/program.py has it."""
    return on_torch(from_json(payload, Task))


def on_torch(task: Task) -> bytes:
    """Run a task's program on PyTorch and return its answer."""
    import torch

    from autograd_studio.answering.trace_size import fitted
    from autograd_studio.torch_recorder import program

    def run(source: str, *, trace_limits: TraceLimits, **options: Any) -> Result:
        torch.manual_seed(secrets.randbits(64))  # what the built-in engine begins with, too: see `answer`
        result = program.run(source, **options)
        if result.trace is not None:
            result.trace = fitted(result.trace, task.request, task.result_bytes // 2)
        return result

    return execute(task, run)
