"""`record(only=…, steps=…)`: parts of a run, told as the whole run tells them; and a run that is broken off."""

import signal
import subprocess
import sys

import pytest
import torch
from torch import nn

from autograd_studio import record
from autograd_studio.sandbox.answer.references import check_references

pytestmark = pytest.mark.torch

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
    assert run.why() == "Nothing wrong was found with the gradients."
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


def heed_interrupts():
    """Undo what a shell does that starts the tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
def test_ctrl_c_keeps_what_there_is(tmp_path):
    program, page = tmp_path / "train.py", tmp_path / "run.html"
    program.write_text(BROKEN_OFF)
    command = [sys.executable, "-m", "autograd_studio", "record", program, "--epochs", "3", "-o", page]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=heed_interrupts)
    assert done.returncode == 128 + signal.SIGINT, done.stderr
    assert done.stdout.startswith("['--epochs', '3']\n")
    assert "KeyboardInterrupt" in done.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


ONE_AFTER_THE_OTHER = """
import torch
from torch import nn
from autograd_studio import record

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
optimizers = [torch.optim.SGD(model[:2].parameters(), lr=0.1), torch.optim.SGD(model[2].parameters(), lr=0.1)]
x = torch.randn(5, 4)
with record(steps=STEPS) as run:
""" + "".join(
    f"    l{i} = model(x).square().mean()\n    l{i}.backward()\n"
    "    for optimizer in optimizers: optimizer.step()\n"
    "    for optimizer in optimizers: optimizer.zero_grad()\n"
    for i in range(5)
)  # fmt: skip


@pytest.mark.parametrize("steps", [range(2), range(1, 3), [3], [0, 4], [2, 7]])
def test_steps_without_a_loop(steps, tmp_path):
    def recorded(selected):
        file = tmp_path / "unrolled.py"  # so that the source is found
        file.write_text(ONE_AFTER_THE_OTHER.replace("STEPS", selected), encoding="utf-8")
        variables = {}
        exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), variables)
        return variables["run"]

    whole, part = recorded("None"), recorded(repr(steps))
    check_references(part.trace)
    kept = [step for step in steps if step < 5]
    losses = [p.roots[0].tensor for p in part.trace.passes]
    assert [part.trace.tensors[t].names[0] for t in losses] == [f"l{i}" for i in kept]
    of_step = {i: gradients(whole)[6 * i : 6 * i + 6] for i in range(5)}
    assert gradients(part) == [pair for i in kept for pair in of_step[i]]
    updates = [op for op in part.trace.ops if op.name == "sgd_"]
    assert len(updates) == 6 * len(kept)
    assert {s.number for s in part.trace.scopes if s.kind == "loop"} >= set(kept)


def test_several_optimizers_in_a_loop_and_a_later_step():
    torch.manual_seed(0)
    one, other = nn.Linear(2, 2), nn.Linear(2, 2)
    optimizers = [torch.optim.SGD(part.parameters(), lr=0.1) for part in (one, other)]
    with record(steps=[2]) as run:
        for _ in range(4):
            optimizers[0].zero_grad()
            one(torch.ones(2)).sum().backward()
            optimizers[0].step()
            optimizers[1].zero_grad()
            other(torch.ones(2)).sum().backward()
            optimizers[1].step()
            assert one(torch.ones(2)).norm() > 0
    check_references(run.trace)
    assert len(run.trace.passes) == 2
    assert {op.name for op in run.trace.ops if op.in_place} == {"sgd_"}
    assert {s.number for s in run.trace.scopes if s.kind == "loop" and s.line is None} == {2}
