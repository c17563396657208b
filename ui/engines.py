"""The engines that run a program: the built-in one, and real PyTorch where it is installed beside the studio."""

from __future__ import annotations

import importlib.util
import re
from importlib import metadata

from sandbox import Engine

from .frame import server
from .runs import Run

ENGINES: tuple[Engine, ...] = ("built-in", "torch")

OLDEST = 2, 6  # what the recorder needs


def torch_version() -> str | None:
    """Return the version of the PyTorch that programs can run on, such as "2.13.0"; None if there is none.

    Only the user of this computer may have them run there, since nothing locks them. PyTorch is not imported here.
    """
    if server() != "local" or importlib.util.find_spec("torch") is None:
        return None
    try:
        version = metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None
    numbers = re.match(r"(\d+)\.(\d+)", version)
    return version if numbers and (int(numbers[1]), int(numbers[2])) >= OLDEST else None


def refuses(run: Run) -> bool:
    """Return whether a program ended because the built-in engine lacks what PyTorch has: its errors say that so."""
    error = run.outcome.error
    return run.engine == "built-in" and error is not None and "(real PyTorch does)" in error.message


def name(engine: Engine) -> str:
    """Return what an engine is called on the pages."""
    return f"PyTorch {torch_version()}" if engine == "torch" else "Built-in engine"
