"""Starting a fresh Python that runs a part of this package: never a fork of the server, which has secrets."""

import json
import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[3])

SCRIPT = """
import importlib, json, sys
module, path, order = json.loads(sys.argv[1])
sys.path[:] = path
sys.argv[:] = sys.orig_argv[:] = ["program.py"]  # programs read their arguments
importlib.import_module(module).main(**order)
"""

ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",  # the same program prints a set in the same order on every server
    "OPENBLAS_NUM_THREADS": "1",  # a process with threads must not be forked
    "OMP_NUM_THREADS": "1",
    "MPLBACKEND": "module://autograd_studio.sandbox.child.figures",
}

# Where some Pythons find their own libraries. Nothing else of the server's environment reaches a zygote.
PASSED_ON = ("LD_LIBRARY_PATH",)


def environment() -> dict[str, str]:
    """Return the whole environment of a zygote."""
    return {**ENVIRONMENT, **{name: os.environ[name] for name in PASSED_ON if name in os.environ}}


def command(module: str, order: dict) -> list[str]:
    """Return the command line that calls `main(**order)` of a module, which finds modules as we do."""
    path = list(dict.fromkeys([ROOT, *(os.path.abspath(entry) for entry in sys.path if entry)]))
    return [sys.executable, "-P", "-s", "-c", SCRIPT, json.dumps([module, path, order])]
