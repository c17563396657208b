"""The commands that run a program have stand-ins for what is not installed, as the sandbox has."""

import subprocess
import sys

import pytest

PROGRAM = """import torch
import visdom
from torchvision import transforms
x = torch.ones(2, requires_grad=True)
visdom.Visdom().line(x)
(x * 2).sum().backward()
print(x.grad)
"""
NOTES = (
    "visdom is not available here: its calls do nothing; print what you want to see.\n"
    "torchvision is not available here: the program runs until it uses it.\n"
)


@pytest.fixture
def command(tmp_path):
    def command(name, program, *arguments):
        file = tmp_path / "program.py"
        file.write_text(program)
        line = [sys.executable, "-m", "autograd_studio", name, str(file), *arguments]
        return subprocess.run(line, capture_output=True, text=True)

    return command


def test_a_program_runs_on_without_what_it_hardly_needs(command):
    done = command("run", PROGRAM)
    assert (done.returncode, done.stdout, done.stderr) == (0, "tensor([2., 2.])\n", NOTES)


def test_what_it_needs_fails_where_it_is_used(command):
    done = command("run", PROGRAM + "transforms.ToTensor()\n")
    assert (done.returncode, done.stdout) == (1, "tensor([2., 2.])\n")
    assert "line 8, in <module>" in done.stderr
    assert "No module named 'torchvision': install it in this environment" in done.stderr


def test_what_nobody_knows_fails_where_it_is_imported(command):
    done = command("run", "print(1)\nimport nonsense\n")
    assert (done.returncode, done.stdout) == (1, "1\n")
    assert "Line 2 imports nonsense, which is not installed." in done.stderr
