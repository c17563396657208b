"""What is on a device is read from there once for many tensors, and the Trace is the same as if each had been read at once."""

import io
import json
import subprocess
import sys

import pytest
import torch

from autograd_studio.torch_recorder import program, values

from .test_torch_recorder import DETACHING, FUNCTION_AND_HOOKS, ON_ONE_MEMORY

pytestmark = pytest.mark.torch

TRAINING = """
import torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 8)).to(DEVICE)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
x, y = torch.randn(4, 8).to(DEVICE), torch.randn(4, 8).to(DEVICE)
for i in range(STEPS):
    optimizer.zero_grad()
    for part in range(2):
        loss = ((model(x[part : part + 2]) - y[part : part + 2]) ** 2).mean()
        loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
"""

LARGE = """
import torch
inf, nan = float("inf"), float("nan")
x = torch.arange(1.0, 401.0).reshape(20, 20)
x[3, :4] = torch.tensor([nan, inf, -inf, 0.0])
w = torch.ones(20, 20, requires_grad=True)
(x * w).sum().backward()
huge, whole, half = w * 1.7e30, torch.arange(400), w.to(torch.bfloat16)
none = x.log() * nan
with torch.no_grad():
    w[0] = 7
    w.mul_(2)
z = torch.view_as_complex(torch.ones(200, 2)).conj() * 2
"""

UNSEEN = """
import torch
w = torch.ones(3, requires_grad=True)
for i in range(2):
    (w * 3).sum().backward()
w.grad.data.mul_(2)
(w * 3).sum().backward()
w.data = torch.zeros(3)
w.data = torch.zeros(3)
print(w.grad)
"""

PROGRAMS = {
    "training": TRAINING.replace("WIDTH", "8").replace("STEPS", "3").replace("DEVICE", "'cpu'"),
    "training wide": TRAINING.replace("WIDTH", "64").replace("STEPS", "2").replace("DEVICE", "'cpu'"),
    "large": LARGE,
    "unseen": UNSEEN,
    "functions and hooks": FUNCTION_AND_HOOKS,
    "on one memory": ON_ONE_MEMORY,
    "detaching": DETACHING,
}


def told(source):
    """Return the Trace of a program, its nodes' numbers counted from the first one."""
    trace = program.run(source, stdout=io.StringIO()).trace
    begin = min((fn.seq for fn in trace.fns if fn.seq is not None), default=0)
    for fn in trace.fns:
        fn.seq = None if fn.seq is None else fn.seq - begin
    return trace


@pytest.mark.parametrize("most", [3, 2048])
@pytest.mark.parametrize("name", PROGRAMS)
def test_both_roads_tell_the_same(name, most, monkeypatch):
    at_once = told(PROGRAMS[name])
    assert at_once.values and at_once.steps and not at_once.error
    monkeypatch.setattr(values, "_waits", lambda tensor: True)
    monkeypatch.setattr(values, "_MOST_WAITING", most)
    assert told(PROGRAMS[name]) == at_once


def test_what_is_measured_piece_by_piece_is_the_same(monkeypatch):
    whole = told(LARGE)
    monkeypatch.setattr(values, "_PIECE", 150)
    assert told(LARGE) == whole


def test_a_device_that_fails_tells_nothing(monkeypatch):
    def failing(parts):
        raise RuntimeError("CUDA error: device-side assert triggered")

    monkeypatch.setattr(values, "_waits", lambda tensor: tensor.dim() > 0)
    monkeypatch.setattr(values, "_brought", failing)
    trace = told("import torch\nx = torch.ones(2)\ny = torch.tensor(3.0)\nz = x * 2\n")
    shown = [(t.names, trace.values[t.value].shape, trace.values[t.value].data) for t in trace.tensors]
    assert shown == [(["x"], [2], []), (["y"], [], [3.0]), (["z"], [2], [])]


ON_A_DEVICE = """
import json, torch
from autograd_studio.torch_recorder import program, values
from tests.recorder.test_torch_reads import TRAINING, told
from tests.support.pretended import NAME, reads

def trained(run):
    torch.manual_seed(0)
    variables = {}
    run(variables)
    return [parameter.detach().cpu() for parameter in variables["model"].parameters()]

waits = values._waits
for width, steps in (8, 1), (8, 4), (64, 1), (64, 4):
    source = TRAINING.replace("WIDTH", str(width)).replace("STEPS", str(steps)).replace("DEVICE", repr(NAME))
    plain = trained(lambda variables: exec(source, variables))
    recorded = trained(lambda variables: program.run(source, namespace=variables))
    reads.clear()
    trace = told(source)
    count = reads.total()
    values._waits = lambda tensor: False
    at_once = told(source)
    values._waits = waits
    is_undisturbed = all(map(torch.equal, plain, recorded))
    print(json.dumps([len(trace.steps), count, is_undisturbed, trace == at_once and trace.error is None]))
"""


@pytest.mark.skipif(not hasattr(torch._C, "_acc"), reason="PyTorch has no such devices made in Python yet")
def test_the_reads_of_a_device_do_not_grow_with_what_is_recorded():
    run = subprocess.run([sys.executable, "-c", ON_A_DEVICE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert [row[1:] for row in rows] == [[1, True, True]] * 4, rows
    assert rows[1][0] > 3 * rows[0][0]
