"""`record(only=…, steps=…)`: parts of a run, told as the whole run tells them; and a run that is broken off."""

import signal
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="recording needs PyTorch")

from torch import nn

from autograd_studio import record
from sandbox.references import check_references

BROKEN_OFF = """
import os, signal, sys, torch
print(sys.argv[1:])
w = torch.ones(2, requires_grad=True)
for i in range(3):
    (w * w).sum().backward()
    if i == 1:
        os.kill(os.getpid(), signal.SIGINT)
"""


def train(**selected):
    torch.manual_seed(0)
    model = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(3)])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(5, 4)
    with record(**selected) as run:
        for _ in range(3):
            optimizer.zero_grad()
            y = model(x)
            (y * y).sum().backward()
            optimizer.step()
    check_references(run.trace)
    return run


def gradients(run):
    table = run.gradients
    return list(zip(table["name"], table["grad"], strict=True))


def test_one_module():
    whole, part = train(), train(only="1.0")
    expected = [pair for pair in gradients(whole) if pair[0].startswith("model.1.")]
    assert len(expected) == 6
    assert gradients(part) == expected
    assert {op.name for op in part.trace.ops} == {"linear", "sgd_"}
    assert {fn.name for fn in part.trace.fns} == {"AddmmBackward0", "TBackward0", "AccumulateGrad"}


def test_some_steps():
    whole, part = train(), train(steps=range(1, 2))
    assert [p.kind for p in part.trace.passes] == ["backward"]
    assert gradients(part) == gradients(whole)[6:12]


def test_nothing_is_wrong_with_what_was_cleared_unseen():
    run = train(only="1")
    assert run.why() == "Nothing is wrong with the gradients."
    assert [step.how for step in run.trace.steps if step.kind == "grad"] == ["None"] * 4
    assert {t.names[-1] for t in run.trace.tensors if t.grad_of is not None} == {
        "model.1.0.weight.grad",
        "model.1.0.bias.grad",
    }


def test_a_module_in_some_steps_opens(tmp_path):
    page = train(only="2", steps=[0, 2]).save(tmp_path / "run.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_module_that_is_not_there():
    with pytest.raises(ValueError, match=r"no Module of the path 'layers\.7'"):
        train(only="layers.7")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
def test_ctrl_c_keeps_what_there_is(tmp_path):
    program, page = tmp_path / "train.py", tmp_path / "run.html"
    program.write_text(BROKEN_OFF)
    command = [sys.executable, "-m", "autograd_studio", "record", program, "--epochs", "3", "-o", page]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 128 + signal.SIGINT, done.stderr
    assert done.stdout.startswith("['--epochs', '3']\n")
    assert "KeyboardInterrupt" in done.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
