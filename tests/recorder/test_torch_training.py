"""Training steps inside `record()`: each is told as one iteration, on the graph that all of them share."""

import pytest
import torch
from torch import nn

from autograd_studio import record
from autograd_studio.sandbox.answer.references import check_references
from autograd_studio.view.layout.graphviz import place

from ..support import payloads

pytestmark = pytest.mark.torch


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
    return payloads.payload(run.trace, place)


def test_training_steps_are_iterations(run):
    loops = [scope for scope in run.trace.scopes if scope.kind == "loop"]
    assert [(scope.name, scope.number, scope.line) for scope in loops] == [
        ("training step", number, None) for number in range(3)
    ]


def test_steps_share_a_graph(payload):
    fewer = payloads.payload(train(2).trace, place)
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
    chapters = payloads.payload(run.trace, place)["chapters"]
    assert [chapter["label"] for chapter in chapters] == [f"iteration {n} of 3" for n in (1, 2, 3)]


def adversaries(**selected):
    """Two Modules, each with an optimizer: the second trains on what the first has learnt in the same iteration."""
    torch.manual_seed(0)
    maker, judge = nn.Linear(2, 3), nn.Linear(3, 1)
    slow, fast = torch.optim.SGD(judge.parameters(), lr=0.1), torch.optim.Adam(maker.parameters())
    with record(**selected) as run:
        for _ in range(3):
            made = maker(torch.randn(4, 2))
            slow.zero_grad()
            (judge(made.detach()).mean() - judge(torch.randn(4, 3)).mean()).backward()
            slow.step()
            fast.zero_grad()
            (-judge(made).mean()).backward()
            fast.step()
    return run


def helped(**selected):
    """Each optimizer steps in a call of the same function."""
    first, second = nn.Linear(2, 2), nn.Linear(2, 1)
    optimizers = [torch.optim.SGD(part.parameters(), lr=0.1) for part in (first, second)]

    def update(optimizer, loss):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    with record(**selected) as run:
        for _ in range(3):
            update(optimizers[0], first(torch.ones(1, 2)).sum())
            update(optimizers[1], second(torch.ones(1, 2)).sum())
    return run


def sparse(**selected):
    """Two optimizers in a loop of their own after one pass, each with a schedule, one with two groups."""
    words, head = nn.Embedding(5, 3, sparse=True), nn.Linear(3, 1)
    groups = [{"params": [head.weight]}, {"params": [head.bias], "lr": 0.5}]
    optimizers = [torch.optim.SparseAdam(words.parameters()), torch.optim.Adam(groups, lr=0.25)]
    schedules = [torch.optim.lr_scheduler.StepLR(optimizer, 1) for optimizer in optimizers]
    with record(**selected) as run:
        for _ in range(3):
            head(words(torch.tensor([1, 2]))).sum().backward()
            for optimizer, schedule in zip(optimizers, schedules, strict=True):
                nn.utils.clip_grad_norm_(head.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
    return run


def called(**selected):
    """The loop holds one call, which does all."""
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step():
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()
        optimizer.zero_grad()

    model(torch.ones(1, 2)).sum().backward()
    with record(**selected) as run:
        for _ in range(3):
            step()
    return run


def accumulated(**selected):
    """Two passes before each step of the optimizer."""
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with record(**selected) as run:
        for number in range(6):
            model(torch.ones(1, 2)).sum().backward()
            if number % 2:
                optimizer.step()
                optimizer.zero_grad()
    return run


def unrolled():
    """No loop: the function is called three times."""
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step():
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()

    with record() as run:
        step()
        step()
        step()
    return run


def outermost(trace, scope):
    while trace.scopes[scope].parent is not None:
        scope = trace.scopes[scope].parent
    return trace.scopes[scope].number


def passes_and_writes(run):
    """Return in which training steps the passes began, and the optimizers wrote."""
    trace = run.trace
    passes = [outermost(trace, step.scope) for step in trace.steps if step.kind == "backward"]
    writes = [(trace.ops[step.op].name, outermost(trace, step.scope)) for step in trace.steps if step.kind == "write"]
    return passes, list(dict.fromkeys(writes))


EXPECTED = {
    adversaries: (2, ["sgd_", "adam_"]),
    helped: (2, ["sgd_"]),
    sparse: (1, ["sparseadam_", "adam_"]),
    called: (1, ["sgd_"]),
    accumulated: (2, ["sgd_"]),
    unrolled: (1, ["sgd_"]),
}


@pytest.mark.parametrize("program", EXPECTED, ids=lambda program: program.__name__)
def test_an_iteration_of_the_loop_is_a_training_step(program):
    run = program()
    check_references(run.trace)
    count, names = EXPECTED[program]
    passes, writes = passes_and_writes(run)
    assert passes == [number for number in range(3) for _ in range(count)]
    assert [pair for pair in writes if pair[0] in names] == [(name, number) for number in range(3) for name in names]
    chapters = payloads.payload(run.trace, place)["chapters"]
    assert [chapter["label"] for chapter in chapters] == [f"iteration {n} of 3" for n in (1, 2, 3)]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    "program", [program for program in EXPECTED if program is not unrolled], ids=lambda p: p.__name__
)
def test_one_training_step_of_several(program, number):
    run = program(steps=[number])
    check_references(run.trace)
    count, names = EXPECTED[program]
    passes, writes = passes_and_writes(run)
    assert passes == [number] * count
    assert [pair for pair in writes if pair[0] in names] == [(name, number) for name in names]
