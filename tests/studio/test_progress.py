"""The progress of `autograd-studio record`: one line at a terminal, which does not mix with what the program prints."""

import io
import os
import subprocess
import sys

import pytest

from autograd_studio import progress
from autograd_studio.progress import Progress, Shown

CLEAR = "\r\x1b[K"

TRAINING = """
import torch
w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    (w * w).sum().backward()
    optimizer.step()
"""


class Terminal(io.StringIO):
    """A screen."""

    def isatty(self):
        """Return True: it is one."""
        return True


@pytest.fixture(autouse=True)
def always(monkeypatch):
    monkeypatch.setattr(progress, "_EVERY", 0)


def test_it_counts():
    screen = Terminal()
    shown = Progress(screen)
    shown.told(0, 1)
    shown.told(3, 12480)
    shown.end()
    line = "recorded 3 training steps, 12,480 operations"
    assert screen.getvalue() == f"{CLEAR}recorded 1 operation{CLEAR}{line}{CLEAR}{line}: writing the page\n"


def test_it_gives_way_to_what_the_program_prints():
    screen = Terminal()
    shown = Progress(screen)
    output = Shown(screen, shown)
    shown.told(0, 1)
    output.write("half ")
    shown.told(0, 2)
    output.write("a line\n")
    shown.told(0, 3)
    assert screen.getvalue() == f"{CLEAR}recorded 1 operation{CLEAR}half a line\n{CLEAR}recorded 3 operations"
    assert output.getvalue() == "half a line\n"


def test_it_is_seldom(monkeypatch):
    monkeypatch.setattr(progress, "_EVERY", 60)
    screen = Terminal()
    shown = Progress(screen)
    for count in range(100):
        shown.told(1, count)
    assert screen.getvalue() == ""


def test_nothing_is_shown_where_there_is_no_terminal():
    screen = io.StringIO()
    shown = Progress(screen)
    shown.told(1, 2)
    shown.end()
    assert screen.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_the_command_tells_it_at_a_terminal(torch, tmp_path):
    program = tmp_path / "train.py"
    program.write_text(TRAINING)
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "autograd_studio", "record", program, "-o", tmp_path / "run.html"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    told = os.read(ours, 4096).decode()
    os.close(ours)
    assert done.returncode == 0, told
    _, end = told.split("recorded 3 training steps, 9 operations: writing the page\r\n")
    assert end.startswith(f"{tmp_path / 'run.html'}: ")
    assert done.stdout == ""  # the program prints nothing
