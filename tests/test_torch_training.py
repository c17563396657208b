"""Training steps inside `record()`: each is told as one iteration, on the graph that all of them share."""

import pytest

torch = pytest.importorskip("torch", reason="recording needs PyTorch")

from torch import nn

import graph_view
from autograd_studio import record
from graph_view.layout import worker
from sandbox.references import check_references


class Classifier(nn.Module):
    """Two layers, a buffer that scales, and the loss: a call that makes two nodes."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 3))
        self.register_buffer("scale", torch.tensor(2.0))

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.body(x) * self.scale, y)


def train(steps):
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = torch.randn(5, 4), torch.tensor([0, 1, 2, 1, 0])
    with record() as run:
        for _ in range(steps):
            optimizer.zero_grad()
            loss = model(x, y)
            loss.backward()
            optimizer.step()
    check_references(run.trace)
    return run


@pytest.fixture(scope="module")
def run():
    return train(3)


@pytest.fixture(scope="module")
def payload(run):
    return graph_view.payload(run.trace, worker)


def test_training_steps_are_iterations(run):
    loops = [scope for scope in run.trace.scopes if scope.kind == "loop"]
    assert [(scope.name, scope.number, scope.line) for scope in loops] == [
        ("training step", number, None) for number in range(3)
    ]


def test_steps_share_a_graph(payload):
    fewer = graph_view.payload(train(2).trace, worker)
    assert [chapter["label"] for chapter in payload["chapters"]] == [f"iteration {n} of 3" for n in (1, 2, 3)]
    assert len(payload["graphs"]) == 1
    assert len(payload["boxes"]) == len(fewer["boxes"])


def test_what_every_step_computes_has_its_name(run, payload):
    roots = [root.tensor for one in run.trace.passes for root in one.roots]
    assert [run.trace.tensors[root].names for root in roots] == [["loss"]] * 3
    assert [(curve["name"], len(curve["points"])) for curve in payload["curves"]] == [("loss", 3)]


def test_a_node_without_an_operation_is_inside_of_its_module(run, payload):
    (node,) = {fn.name for fn in run.trace.fns if fn.kind == "op" and fn.op is None} - {"TBackward0"}
    assert node == "LogSoftmaxBackward0"
    (box,) = [box for box in payload["boxes"] if box.get("fn") == node]
    assert payload["clusters"][box["cluster"]]["title"] == "model"


def test_a_buffer_is_inside_of_the_module_that_alone_uses_it(payload):
    (box,) = [box for box in payload["boxes"] if box.get("title") == "model.scale"]
    assert payload["clusters"][box["cluster"]]["title"] == "model"


def test_a_step_that_is_made_inside_a_pass_ends_with_it():
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
    optimizers = {parameter: torch.optim.SGD([parameter], lr=0.1) for parameter in model.parameters()}

    def step(parameter):
        optimizers[parameter].step()
        optimizers[parameter].zero_grad()

    for parameter in optimizers:
        parameter.register_post_accumulate_grad_hook(step)
    with record() as run:
        for _ in range(3):
            model(torch.ones(1, 4)).sum().backward()
    check_references(run.trace)
    chapters = graph_view.payload(run.trace, worker)["chapters"]
    assert [chapter["label"] for chapter in chapters] == [f"iteration {n} of 3" for n in (1, 2, 3)]
