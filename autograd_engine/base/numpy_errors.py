"""Errors of floating point that NumPy warns of: those of a program's own arrays are told, those of the engine's are not.

PyTorch divides by zero in silence; the program's own NumPy does not.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from .warn import ENGINE

_NUMPY = os.path.dirname(np.__file__)


class _Log:
    """Where NumPy writes its messages."""

    def write(self, message: str) -> None:
        """Warn as NumPy does, at the innermost line of Python, unless the engine computes."""
        place = caller = sys._getframe(1)
        while caller is not None and caller.f_code.co_filename.startswith(_NUMPY):
            caller = caller.f_back
        if caller is None or caller.f_code.co_filename.startswith((ENGINE, "<generated>")):
            return
        warnings.warn_explicit(
            message.removeprefix("Warning: ").rstrip("\n"),
            RuntimeWarning,
            place.f_code.co_filename,
            place.f_lineno,
            place.f_globals.get("__name__"),
            place.f_globals.setdefault("__warningregistry__", {}),
        )


@contextmanager
def told_to_programs() -> Iterator[None]:
    """Inside the block NumPy warns of what the program computes with it, by its defaults."""
    with np.errstate(call=_Log(), divide="log", over="log", invalid="log", under="ignore"):
        yield
