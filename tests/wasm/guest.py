"""An interpreter of a page outside of a browser: the built module under Node, whose engine and stack are Chromium's."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from zipfile import ZipFile

from tools.wasm.__main__ import ARTIFACTS, CACHE
from tools.wasm.fetching import wheel

from ..support import built_module
from ..support.corpus import ROOT

SCRIPT = ROOT / "tests" / "support" / "turns_in_module.mjs"
FOLDERS = ("op_table", "tests/support", "tests/programs")


class Lost(Exception):
    """The interpreter cannot go on: its stack was too small, or memory."""


class Guest:
    """An interpreter that finds our sources; what a piece of Python defines is there for the next one.

    `folder`, which is empty, is for the files that it reads.
    """

    def __init__(self, folder: Path) -> None:
        with ZipFile(wheel(CACHE)) as found:
            library = Path(found.extract(f"{ARTIFACTS}/python-stdlib.zip", folder))
        self._process = subprocess.Popen(
            [built_module.node(), SCRIPT, built_module.module(), library, ROOT, *FOLDERS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.turn("import sys; sys.path.insert(0, '/studio')")

    def turn(self, code: str) -> str:
        """Run Python in the interpreter's `__main__` and return what it printed.

        Raises:
            AssertionError: an exception ended it; the message has the traceback.
            Lost: the stack was too small, or memory.
        """
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        if "lost" in told:
            raise Lost(told["lost"])
        assert told["isDone"], told["printed"]
        return told["printed"]

    def close(self) -> None:
        """End it."""
        with self._process as process:
            process.stdin.close()
