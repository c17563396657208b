"""Placing: warnings and tracebacks name the lines of the program, not those of the recorder that carries its calls out."""

from __future__ import annotations

import sys
import sysconfig
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_HERE = str(Path(__file__).parent)
_STUDIO = Path(__file__).parents[1]
_NOT_THE_PROGRAMS = (
    str(_STUDIO),
    str(_STUDIO.parent / "autograd_engine"),
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("platstdlib"),
)
_WARNINGS = warnings.formatwarning.__code__.co_filename  # another file than `warnings` since Python 3.14
_OF_OURS = (
    "Using `torch.compile(module)` when there are global hooks on modules"  # what it says of the recorder's hooks
)
_INSTALLED = {"site-packages", "dist-packages"}


def is_programs(filename: str) -> bool:
    """Return whether a file is of a program: neither of an installed package, nor of Python, nor made in memory."""
    return not filename.startswith(("<", *_NOT_THE_PROGRAMS)) and _INSTALLED.isdisjoint(Path(filename).parts)


@contextmanager
def warnings_placed() -> Iterator[None]:
    """Have PyTorch's warnings in the block name the line that called it, as without a recorder."""
    show = warnings.showwarning

    def placed(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
        if str(message).startswith(_OF_OURS):
            return
        frame = sys._getframe(1)
        if filename.startswith(_HERE):
            while frame is not None and frame.f_code.co_filename.startswith((_HERE, _WARNINGS)):
                frame = frame.f_back
            if frame is not None:
                filename, lineno = frame.f_code.co_filename, frame.f_lineno
        show(message, category, filename, lineno, file, line)

    warnings.showwarning = placed
    try:
        yield
    finally:
        if warnings.showwarning is placed:
            warnings.showwarning = show
