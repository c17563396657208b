"""A recording is told and saved with nothing installed but PyTorch and NumPy."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.torch

ROOT = Path(__file__).parents[2]
NEEDED = ("numpy",)

RECORDED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import torch
from autograd_studio import record

model = torch.nn.Linear(2, 1)
with record() as run:
    for _ in range(2):
        model(torch.ones(3, 2)).sum().backward()
print(run.why())
print(run.save(sys.argv[1]))
"""


def test_a_recording_is_saved_without_what_else_the_studio_needs(tmp_path):
    required = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    missing = [name.replace("-", "_") for name in re.findall(r"^[\w-]+", required, re.MULTILINE) if name not in NEEDED]
    assert {"pygraphviz", "pandas", "msgspec"} < set(missing)
    program = tmp_path / "train.py"
    program.write_text(RECORDED.replace("MISSING", repr([*missing, "IPython"])), encoding="utf-8")
    command = [sys.executable, program, tmp_path / "run.html"]
    run = subprocess.run(command, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "run.html").read_text(encoding="utf-8").startswith("<!doctype html>")
