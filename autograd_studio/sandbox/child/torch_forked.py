"""A program on real PyTorch that is run again with a number nudged, or for a prompt: forked, with the user's permissions.

Local mode runs programs on PyTorch in fresh processes, which takes seconds for each. What runs again and again is forked from a
process that has loaded PyTorch and warmed it up; it is as the fresh ones otherwise, oneDNN and graphics cards included.
"""

import os

from . import torch_locked, torch_program

_ENVIRONMENT: dict[str, str] = {}  # the user's, which a child is forked without


def preload() -> None:
    """Load PyTorch and what programs on it import late."""
    _ENVIRONMENT.update(os.environ)
    torch_program.preload()
    torch_locked.warm_up()


def worker(payload: bytes) -> bytes:
    """Run the program on PyTorch, recorded, and return its answer as sandbox/child/program.py has it."""
    os.environ.update(_ENVIRONMENT)
    return torch_program.worker(payload)
