"""Warnings and errors of a recorded program name its own lines, and its output stays as it is."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import torch

from autograd_studio import record

pytestmark = pytest.mark.torch

TRAIN = """
import torch
from model import Net
y = torch.ones(2, requires_grad=True) * 2
print(float(y.sum()))
print(y.grad)
Net()(torch.ones(2, 3)).sum().backward()
"""
MODEL = """
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 1)
    def forward(self, x):
        return self.fc(x.sigmoid())
"""


def test_the_command_leaves_output_and_warnings_as_they_are(tmp_path):
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")

    def run(*command):
        return subprocess.run(
            [sys.executable, *command, str(tmp_path / "train.py")], capture_output=True, text=True, check=False
        )

    plain, recorded = run(), run("-m", "autograd_studio", "record")
    assert recorded.returncode == plain.returncode == 1
    assert recorded.stdout == plain.stdout == "4.0\nNone\n"
    begins = plain.stderr.index("Traceback")
    assert "train.py:6: UserWarning" in recorded.stderr
    assert recorded.stderr[:begins] == plain.stderr[:begins]
    told = recorded.stderr[begins:]
    files = [line.split('"')[1] for line in told.splitlines() if line.startswith('  File "')]
    assert files == [str(tmp_path / "train.py"), str(tmp_path / "model.py")]
    assert "return self.fc(x.sigmoid())" in told
    assert told.splitlines()[-2].startswith("RuntimeError: mat1 and mat2 shapes cannot be multiplied")
    assert told.splitlines()[-1].endswith("MB")


def test_a_warning_in_a_block_is_at_the_line_that_called():
    y = torch.ones(2, requires_grad=True) * 2
    show = warnings.showwarning
    with warnings.catch_warnings(record=True) as caught, record():
        warnings.simplefilter("always")
        assert y.grad is None  # here
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert [(w.filename, lines[w.lineno - 1].strip()[-6:]) for w in caught] == [(__file__, "# here")]
    assert warnings.showwarning is show


def test_compilation_is_told_once_at_its_line():
    with warnings.catch_warnings(record=True) as caught, record():
        warnings.simplefilter("always")
        net = torch.compile(torch.nn.Linear(2, 2), backend="eager")  # here

        @torch.compile(backend="eager")  # here
        def double(x):
            return x * 2

        double(net(torch.ones(2))).sum().backward()
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert [lines[w.lineno - 1].strip()[-6:] for w in caught if w.filename == __file__] == ["# here", "# here"]
    assert not [str(w.message) for w in caught if "global hooks" in str(w.message)]
