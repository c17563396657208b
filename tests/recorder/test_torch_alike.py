"""What the recording of PyTorch tells as the built-in engine does: tangents, flags, sums of gradients, and what NumPy writes."""

import io

import pytest
import torch

from autograd_engine.run import program as built_in
from autograd_studio import record
from autograd_studio.torch_recorder import program as real
from autograd_studio.why.findings import Why

pytestmark = pytest.mark.torch

TANGENTS = """
import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0], requires_grad=True)
before = x * 2
with fwAD.dual_level():
    dual = fwAD.make_dual(x, torch.tensor([1.0, 0.5]))
    y = dual * dual
    z = y.sin()
    z.mul_(2)
    constant = torch.ones(2) * 3
    print(fwAD.unpack_dual(z).tangent)
after = x * 3
"""
FLAGS = """
import torch

w = torch.ones(2)
w.requires_grad_()
v = torch.ones(2, requires_grad=True)
v.requires_grad = False
layer = torch.nn.Linear(2, 2)
layer.requires_grad_(False)
layer.bias.requires_grad = True
y = w * 2
y.requires_grad_(True)
z = v * 2
z.requires_grad_()
c = torch.zeros(2)
c += 1
"""
AVERAGE = """
import copy
import torch
layer = torch.nn.Linear(2, 2)
copied = copy.deepcopy(layer).requires_grad_(False)
x = torch.ones(3, 2)
(layer(x) - copied(x)).pow(2).sum().backward()
with torch.no_grad():
    copied.weight.lerp_(layer.weight, 0.1)
"""
NUMPY = """
import numpy as np
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w * w).sum().backward()
g = w.grad.numpy()
g[0] = 100
(w * w).sum().backward()
print(w.grad)
a = np.array([1.0, 2.0], dtype=np.float32)
x = torch.from_numpy(a)
y = w * x
a *= 3
y.sum().backward()
h = (w * 2).detach()
np.asarray(h)[1] = 9
h.add_(1)
with torch.no_grad():
    v = w.detach().numpy()
    w -= 0.5
    v -= 0.5
print(w, v)
"""


@pytest.fixture
def traces():
    """Return a function that returns a program's Traces on both engines, the built-in one's first."""

    def both(source):
        printed = [io.StringIO(), io.StringIO()]
        results = [engine.run(source, stdout=out) for engine, out in zip((built_in, real), printed, strict=True)]
        assert [result.error for result in results] == [None, None]
        assert printed[0].getvalue() == printed[1].getvalue()
        return [result.trace for result in results]

    return both


def numbers(trace, index):
    return None if index is None else pytest.approx(trace.values[index].data, rel=1e-6)


def told(trace, value):
    """What `value` says of the states of each variable."""
    return [(t.names, value(t)) for t in trace.tensors if t.names]


@pytest.mark.filterwarnings("ignore:.*torch.jit.script")  # PyTorch's own, of the formulas for tangents
def test_tangents(traces):
    ours, theirs = traces(TANGENTS)
    assert told(theirs, lambda t: numbers(theirs, t.tangent)) == told(
        ours, lambda t: None if t.tangent is None else ours.values[t.tangent].data
    )
    assert sum(t.tangent is not None for t in theirs.tensors) == 4


@pytest.mark.filterwarnings("ignore:.*torch.jit.script")
def test_tangents_inside_a_transform():
    source = "import torch\nx = torch.tensor([1.0, 2.0])\ntorch.func.jvp(lambda a: (a * a).sin(), (x,), (x,))\n"
    trace = real.run(source).trace
    found = {trace.ops[t.op].name: trace.values[t.tangent].data for t in trace.tensors if t.tangent is not None}
    assert found["mul"] == [2.0, 8.0]
    assert found["sin"] == pytest.approx([2.0 * torch.tensor(1.0).cos().item(), 8.0 * torch.tensor(4.0).cos().item()])


def test_flags(traces):
    ours, theirs = (told(trace, lambda t: (t.kind, t.requires_grad, t.flagged, t.required)) for trace in traces(FLAGS))
    assert theirs == ours
    assert sum(flagged is not None for _, (_, _, flagged, _) in theirs) == 5
    assert {required for _, (*_, required) in theirs} == {True, False, None}


def test_why_names_the_line_that_froze_a_parameter():
    source = "import torch\nw = torch.ones(2, requires_grad=True)\nw.requires_grad = False\n(w * 2).sum().backward()\n"
    trace = real.run(source, stderr=io.StringIO()).trace
    assert [(one.cause, one.line) for one in Why(trace).all()] == [("frozen", 3)]


def test_what_is_frozen_stays_so_whatever_is_written_to_it(traces):
    for trace in traces(AVERAGE):
        (finding,) = Why(trace).of_name("copied.weight")
        assert (finding.cause, finding.line) == ("frozen", 5)


@pytest.mark.parametrize("ends", ["torch.autograd.grad(y, x)", "y.backward()", "y.backward(inputs=[x])"])
def test_the_sum_of_two_contributions_to_a_leaf(traces, ends):
    source = f"import torch\nx = torch.tensor([-1.0, 2.0], requires_grad=True)\ny = (torch.relu(x) * x).sum()\n{ends}\n"
    for trace in traces(source):
        sums = [step for step in trace.steps if step.kind == "arrive" and trace.fns[step.fn].variable is not None]
        assert [trace.values[step.after].data for step in sums] == [[0.0, 2.0], [0.0, 4.0]]


def test_a_flag_is_set_where_a_node_must_not_be_asked_for():
    """PyTorch refuses to tell the node of a view made in inference mode whose base was changed since."""
    source = """import torch
x = torch.ones(2)
with torch.inference_mode():
    view = x.view(2)
x.add_(1)
print(view.requires_grad_(False))
"""
    out = io.StringIO()
    assert (real.run(source, stdout=out).error, out.getvalue()) == (None, "tensor([2., 2.])\n")


def writes(trace):
    found = []
    for step in trace.steps:
        if step.how == "numpy_" or (step.op is not None and trace.ops[step.op].name == "numpy_"):
            values = [trace.values[value].data for value in (step.before, step.after)]
            found.append((step.kind, step.line, values))
    return found


def test_what_numpy_writes(traces):
    ours, theirs = map(writes, traces(NUMPY))
    assert theirs == ours
    assert [(kind, line) for kind, line, _ in theirs] == [("grad", 8), ("write", 14), ("write", 17), ("write", 22)]


def test_a_saved_tensor_that_numpy_changed_is_found(traces):
    source = "import numpy, torch\nw = torch.ones(2, requires_grad=True)\na = numpy.ones(2)\nx = torch.from_numpy(a)\n"
    ours, theirs = (Why(t).all() for t in traces(source + "y = (w * x).sum()\na[0] = 5\ny.backward()\n"))
    assert [(one.cause, one.line) for one in theirs] == [(one.cause, one.line) for one in ours]
    assert [one.line for one in theirs] == [6]


def test_in_a_block_a_write_is_told_at_the_next_call():
    w, x = torch.ones(2, requires_grad=True), torch.ones(2)
    with record() as run:
        y = w * x
        x.numpy()[0] = 5
        y.sum().backward()
    assert [(kind, values) for kind, _, values in writes(run.trace)] == [("write", [[1.0, 1.0], [5.0, 1.0]])]


def test_large_memory_is_not_looked_at():
    source = "import torch\nx = torch.ones(5000)\nx.numpy()[0] = 5\nx + 1\n"
    assert writes(real.run(source).trace) == []
