"""The op table guards every formula (tools/mutation.py)."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.thorough
def test_a_row_notices_whatever_is_changed_in_a_formula():
    command = [sys.executable, "-W", "ignore", "-m", "tools.mutation"]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert int(run.stdout.partition(" of ")[0]) > 600
