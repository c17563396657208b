"""A program on real PyTorch.

From a Spawner, it has the user's permissions, imports and files; `torch_locked` prepares it for the lock.
"""

import secrets
from typing import Any

from .program import execute


def preload() -> None:
    """Import PyTorch, of which a program's time is none."""
    from torch_recorder import program  # noqa: F401


def worker(payload: bytes) -> bytes:
    """Run the program on PyTorch, recorded, and return its answer as sandbox/program.py has it."""
    import torch

    from torch_recorder import program

    def run(source: str, **options: Any) -> Any:
        torch.manual_seed(secrets.randbits(64))  # what the built-in engine begins with, too: see `execute`
        return program.run(source, **options)

    return execute(payload, run)
