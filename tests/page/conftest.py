"""The built module, and what it answers."""

import json
import subprocess
from pathlib import Path

import pytest

from ..support import built_module

SCRIPT = Path(__file__).parents[1] / "support" / "in_module.mjs"


@pytest.fixture(scope="session")
def module():
    """The folder of the built module."""
    return built_module.module()


@pytest.fixture(scope="session")
def answers(module):
    """Return a function that asks one Python in the module, in a process of its own, and returns the answers as bytes."""

    def ask(*asked):
        lines = "".join(json.dumps(one) + "\n" for one in asked)
        command = [built_module.node(), SCRIPT, module]
        done = subprocess.run(command, input=lines.encode(), capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.splitlines()

    return ask
