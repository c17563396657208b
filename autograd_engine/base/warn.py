"""Warnings that point at the user's line, however deep in the engine they arise."""

import os
import sys
import warnings
from contextvars import ContextVar

from .each_run import forgotten

ENGINE = os.path.dirname(sys.modules[__name__.partition(".")[0]].__file__)  # the folder of its files
_TORCH = os.path.join(ENGINE, "torch") + os.sep
_given: set[str] = set()
_shown: dict = {}  # Python's registry of the warnings of backward passes
_always: ContextVar[bool] = ContextVar("warn_always", default=False)


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the innermost line that is not the engine's."""
    warnings.warn(message, category, stacklevel=_program())


def warn_once(message: str) -> None:
    """Give a UserWarning as most of PyTorch's compiled code does: once, at the innermost line of Python."""
    if first_time(message):
        warn_caller(message)


def warn_caller(message: str) -> None:
    """Give a UserWarning at the innermost line that calls an operator, be it PyTorch's own: that of a module."""
    warnings.warn(message, UserWarning, stacklevel=_program(_TORCH))


def warn_of_pass(message: str) -> None:
    """Give a UserWarning as PyTorch's backward engine does: in its own name, wherever the program is, each text once."""
    warnings.warn_explicit(message, UserWarning, "torch/autograd/graph.py", 979, "torch.autograd.graph", _shown)


def first_time(message: str) -> bool:
    """Tell whether a warning that is given once is due: it was not given yet, or `set_warn_always` is on."""
    due = _always.get() or message not in _given
    _given.add(message)
    return due


@forgotten
def forget() -> None:
    """Forget which warnings were given, as a new process has."""
    _given.clear()
    _shown.clear()


def set_warn_always(b: bool, /) -> None:
    """Choose whether warnings that are given once in a process are given every time."""
    _always.set(b)


is_warn_always_enabled = _always.get


def _program(python: str | None = None) -> int:
    """Return how many calls away from the caller of this the program is, or files under `python`."""
    level, frame = 2, sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.startswith((ENGINE, "<generated>")):
        if python is not None and frame.f_code.co_filename.startswith(python):
            break
        level, frame = level + 1, frame.f_back
    return level
