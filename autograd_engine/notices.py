"""Warnings that PyTorch's engine gives in its own name: once for each text, wherever the program was."""

import warnings

from .warn import first_time

_shown: dict = {}


def warn(text: str) -> None:
    """Give a UserWarning as PyTorch's backward engine does; a text is shown once."""
    warnings.warn_explicit(text, UserWarning, "torch/autograd/graph.py", 979, "torch.autograd.graph", _shown)


def warn_once(text: str) -> None:
    """Do so at most once in a process, whatever the filters."""
    if first_time(text):
        warn(text)


def forget() -> None:
    """Forget which warnings were shown, as a new process has."""
    _shown.clear()
