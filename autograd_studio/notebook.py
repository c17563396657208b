"""The magic `%%step`, which records a cell of a notebook."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from typing import Any

from .recording import Recording

_numbers = itertools.count(1)


def load(shell: Any) -> None:
    """Define `%%step`, after `%load_ext autograd_studio`."""

    def step(line: str, cell: str) -> Recording:
        """Run the cell with the notebook's variables and show its steps."""
        return _recorded(cell, shell.user_ns)

    shell.register_magic_function(step, "cell")


def _recorded(cell: str, namespace: dict[str, Any]) -> Recording:
    """Run a cell on PyTorch; where it is not installed, alone on the built-in engine."""
    title = f"%%step {next(_numbers)}"
    options = {"filename": f"<{title}>", "stdout": sys.stdout, "stderr": sys.stderr}
    if importlib.util.find_spec("torch") is not None:
        from .torch_recorder import program

        return Recording(program.run(cell, namespace=namespace, **options).trace, title)
    from autograd_engine.run.program import run

    return Recording(run(cell, **options).trace, title)
