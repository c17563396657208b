"""The engines that run a program: the built-in one, and real PyTorch where it is installed, and hosted also lent."""

from __future__ import annotations

import importlib.util
import re
from importlib import metadata

from autograd_studio import sandbox
from autograd_studio.answering.request import Engine
from autograd_studio.answering.told import is_refused

from ...catalogue import say
from ..serving import server
from .run import Run

ENGINES: tuple[Engine, ...] = ("built-in", "torch")

OLDEST = 2, 6  # what the recorder needs

_MISSING = re.compile(r"No module named '(\w+)(?:\.[\w.]*)?' here")  # sandbox/child/refusals.py


def torch_version() -> str | None:
    """Return the version of the PyTorch that programs can run on, such as "2.13.0"; None if there is none.

    In hosted mode there is one only if the host lends it. PyTorch is not imported here.
    """
    is_lent = server() == "local" or sandbox.default().runs_torch
    if not is_lent or importlib.util.find_spec("torch") is None:
        return None
    try:
        version = metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None
    numbers = re.match(r"(\d+)\.(\d+)", version)
    return version if numbers and (int(numbers[1]), int(numbers[2])) >= OLDEST else None


def refuses(run: Run) -> bool:
    """Return whether a program ended because the built-in engine lacks what it would have on PyTorch.

    That is what the engine's errors say PyTorch has, or in local mode a package that is installed here.
    """
    error = run.outcome.error
    if run.request.engine != "built-in" or error is None:
        return False
    package = _MISSING.match(error.message) if server() == "local" else None
    return is_refused(run.outcome) or bool(package and importlib.util.find_spec(package[1]))


def name(engine: Engine) -> str:
    """Return what an engine is called on the pages."""
    return say("web.page.torch", version=torch_version()) if engine == "torch" else say("web.page.built_in")
