"""What tensors hold on real PyTorch, however they came to: made by a Module or a DataLoader, or written to behind autograd."""

import pytest
import torch

from autograd_engine.run import program as built_in
from autograd_studio import record
from autograd_studio.torch_recorder import program as real

pytestmark = pytest.mark.torch

MODULES = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.other = nn.Embedding(4, 3)
    def forward(self, x):
        return self.fc(x + self.other.weight.sum(0))
torch.manual_seed(0)
one, two = Net(), Net()
deep = nn.Sequential(nn.BatchNorm1d(3), nn.Linear(3, 3))
two.load_state_dict(one.state_dict())
for x, y in DataLoader(TensorDataset(torch.randn(8, 3), torch.randn(8, 2)), batch_size=4, shuffle=True):
    loss = ((one(deep(x)) - two(x) - y) ** 2).mean()
    loss.backward()
    for p in one.parameters():
        p.data.add_(p.grad, alpha=-0.1)
        p.grad = None
"""


def told(trace):
    """Return what a Trace tells of new tensors and of writes: kind, line, name and contents, without buffers of Modules."""
    steps = [step for step in trace.steps if step.kind in ("create", "write")]
    tensors = [trace.tensors[step.tensor] for step in steps]
    return [
        (step.kind, step.line, tensor.names[-1:], trace.values[tensor.value].data)
        for step, tensor in zip(steps, tensors, strict=True)
        if not tensor.names or not tensor.names[0].startswith("deep.0.")
    ]


def test_modules_and_batches_are_as_on_the_built_in_engine():
    theirs = told(built_in.run(MODULES).trace)
    assert told(real.run(MODULES).trace) == [(*where, pytest.approx(data, rel=1e-4)) for *where, data in theirs]


OPERANDS = {
    "w.data -= 0.5": [0.5, 1.5],
    "w.data = torch.tensor([3.0, 4.0])": [3.0, 4.0],
    "w.data = w.data * 2": [2.0, 4.0],
    "d = w.data; d.add_(1); d.mul_(2)": [4.0, 6.0],
    "w.data[0] = 7": [7.0, 2.0],
    "w.detach().zero_()": [0.0, 0.0],
    "w.detach()[1:].zero_()": [1.0, 0.0],
    "with torch.no_grad(): w[0] = 5": [5.0, 2.0],
    "with torch.no_grad(): w[1:] += 1": [1.0, 3.0],
    "torch.nn.init.zeros_(w)": [0.0, 0.0],
}


@pytest.mark.parametrize("statement", OPERANDS)
def test_an_operand_holds_what_was_written_to_it(statement):
    source = f"import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n{statement}\nout = w * 1\n"
    result = real.run(source)
    trace = result.trace
    assert result.error is None
    (operation,) = [operation for operation in trace.ops if operation.line == 4]
    operand = trace.tensors[operation.inputs[0].tensors[0]]
    assert trace.values[operand.value].data == OPERANDS[statement]
    assert operand.names[0] == "w" and operand.kind == "leaf"


def test_the_step_of_an_optimizer_is_no_write_through_data():
    source = (
        "import torch\nw = torch.ones(2, requires_grad=True)\nw.sum().backward()\ntorch.optim.SGD([w], 1.0).step()\n"
    )
    trace = real.run(source).trace
    before, after = [tensor for tensor in trace.tensors if tensor.kind == "leaf"]
    assert (before.version, after.version, trace.values[after.value].data) == (0, 1, [0.0, 0.0])


def test_a_large_tensor_is_looked_at_again_after_a_write_through_its_data():
    source = "import torch\nw = torch.ones(1000, requires_grad=True)\nw * 1\nw.data.fill_(3)\nw * 1\n"
    trace = real.run(source).trace
    operand = trace.tensors[trace.ops[-1].inputs[0].tensors[0]]
    assert trace.values[operand.value].stats["max"] == 3.0


def test_the_arguments_of_an_in_place_draw_have_their_names():
    trace = real.run("import torch\nw = torch.zeros(2)\nw.normal_(0, 0.02)\n").trace
    assert [argument.name for argument in trace.ops[-1].inputs] == ["self", "mean", "std"]


@pytest.mark.parametrize("hook", ["", "w.register_hook(lambda grad: grad * 0)\n"])
def test_two_gradients_of_a_leaf_are_added_up_as_on_the_built_in_engine(hook):
    source = f"import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n{hook}(w * w.exp()).sum().backward()\n"
    sums = []
    for engine in built_in, real:
        trace = engine.run(source).trace
        arrived = [s for s in trace.steps if s.kind == "arrive" and trace.fns[s.fn].kind == "accumulate"]
        sums.append([trace.values[s.after].data for s in arrived])
    assert sums[1] == [pytest.approx(numbers) for numbers in sums[0]]
    assert len(sums[1]) == 2


def test_memory_that_is_freed_is_forgotten():
    model = torch.nn.Linear(4, 4)
    with record() as run:
        for _ in range(20):
            model(torch.ones(2, 4)).sum().backward()
    recorder = run._entry_of.__self__
    assert len(recorder._on) < 30


def test_tensors_inside_a_transform_have_the_names_of_those_outside():
    source = (
        "import torch\nw, x = torch.ones(2), torch.ones(3, 2)\n"
        "torch.func.vmap(torch.func.grad(lambda w, x: (w * x).sum()), in_dims=(None, 0))(w, x)\n"
    )
    trace = real.run(source).trace
    (leaf,) = [tensor for tensor in trace.tensors if tensor.kind == "leaf"]
    assert leaf.names == ["w"]
