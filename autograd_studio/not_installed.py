"""Packages that are not installed: programs that the command runs have the stand-ins of the sandbox for them."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from .sandbox.child import refusals, standins

NOT_INSTALLED = "No module named {package!r}: install it in this environment, or leave out the code that uses it"


@contextmanager
def stood_in() -> Iterator[None]:
    """Have programs in the block run on without packages that they hardly need, as in the studio."""
    real_import = builtins.__import__

    def import_module(
        name: str,
        globals: dict | None = None,
        locals: dict | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        if name.partition(".")[0] == "torch" and refusals.by_program(globals, fromlist, level):
            standins.stand_in_for_torch(name, fromlist or ())
        try:
            return real_import(name, globals, locals, fromlist, level)
        except ModuleNotFoundError as error:
            package = name.partition(".")[0]
            if (error.name or "").partition(".")[0] != package:  # what is installed lacks something else
                raise
            if not refusals.has_stand_in(package) or not refusals.by_program(globals, fromlist, level):
                raise
            return standins.import_stand_in(name, fromlist, NOT_INSTALLED.format(package=package))

    builtins.__import__ = import_module
    try:
        yield
    finally:
        builtins.__import__ = real_import
