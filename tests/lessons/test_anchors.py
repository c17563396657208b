"""Anchors: an author's words find the step they are about, and where they find none, what was meant is offered."""

import pytest

from autograd_studio.lessons.anchors import SHAPES, Anchors

from .texts import PROGRAM

SPLIT = """import torch
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2  #@ doubled
y += 1
a, b = y.split(1)
(a * b).sum().backward()  #@ loss
x.grad.zero_()
print("first")
print("second")
h = x.detach()
"""

LOOP = """import torch
w = torch.tensor(0.0, requires_grad=True)
for epoch in range(4):
    loss = (w - 3) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    print(epoch, w.item())
"""

NESTED = """import torch
w = torch.tensor(1.0, requires_grad=True)
for epoch in range(2):
    for t in range(3):
        (w * t).backward()
"""

FUNCTION = """import torch
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * 2
x = torch.tensor(3.0, requires_grad=True)
y = Twice.apply(x)
y.backward(retain_graph=True)
y.backward()
"""

REFUSED = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    (x * 2).backward()
except RuntimeError:
    pass
"""

FAILS = PROGRAM + "y.backward()\n"

LONG = """import torch
import torch.nn.functional as F
model = torch.nn.Linear(2, 1)
loss = F.binary_cross_entropy_with_logits(model(torch.ones(2)), torch.ones(1)) * 2
loss.backward()
"""

CUT = "binary_cross_entropy_with…"

INSIDE = """import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
net = Net()
net.layer(torch.ones(1)).backward()
"""


@pytest.fixture
def anchors(run):
    """Return how to get the anchors of a program, with labels."""

    def anchors(source):
        lines = source.split("\n")
        labels = {line.partition("#@")[2].strip(): n for n, line in enumerate(lines, 1) if "#@" in line}
        return Anchors(run(source), labels)

    return anchors


FOUND = [
    (PROGRAM, {
        "before": ("create", "x"),
        "made x": ("create", "x"),
        "made x * x": ("op", "x * x"),
        "made y": ("op", "y"),
        "made x*x+x": ("op", "y"),
        "start": ("backward", "seed"),
        "start 1": ("backward", "seed"),
        "y receives from seed": ("arrive", "seed"),
        "runs y": ("run", "y"),
        "runs AddBackward0": ("run", "y"),
        "x * x receives from y": ("arrive", "y"),
        "x receives from AddBackward0": ("arrive", "y"),
        "runs x * x": ("run", "x * x"),
        "x receives from x * x": ("arrive", "x * x"),
        "x receives from x * x #2": ("arrive", "x * x"),
        "x.grad": ("accumulate", "x"),
        "end": ("end", "y"),
        "end 1": ("end", "y"),
        "line 4": ("backward", "seed"),
        'printed "7"': ("end", "y"),
    }),
    (SPLIT, {
        "made doubled": ("op", "y"),
        "changed y": ("write", "y"),
        "made a": ("op", "y.split(1)"),
        "made b": ("op", "y.split(1)"),
        "made loss": ("op", "(a * b).sum()"),
        "x.grad": ("accumulate", "x"),
        "changed x.grad": ("grad", "x"),
        'printed "second"': ("grad", "x"),
        "made h": ("op", "h"),
    }),
    (REFUSED, {"error": ("refuse", "x * 2")}),
    (FAILS, {"end 2": ("end", "x * x"), "end #2": ("end", "x * x"), "error": ("error", "x * x")}),
    (LONG, {
        "made F.binary_cross_entropy_with_logits(model(torch.ones(2)), torch.ones(1))": ("op", CUT),
        f"made {CUT}": ("op", CUT),
        "made model(torch.ones(2))": ("op", "model(torch.ones(2))"),
        "made model(ones(2))": ("op", "model(torch.ones(2))"),  # as it is drawn
        "model.bias.grad": ("accumulate", "model.bias"),
    }),
    (INSIDE, {  # as below the line that makes it, and as in the graph
        "layer.bias.grad": ("accumulate", "net.layer.bias"),
        "net.layer.bias.grad": ("accumulate", "net.layer.bias"),
    }),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), FOUND)
def test_an_anchor_finds_its_step(anchors, source, expected):
    made = anchors(source)
    steps, boxes = made.run.steps, made.run.boxes
    found = {anchor: made.find(anchor) for anchor in expected}
    assert {anchor: step for anchor, step in found.items() if isinstance(step, str)} == {}
    assert {anchor: (steps[step].kind, boxes[steps[step].box].title) for anchor, step in found.items()} == expected


def test_the_next_time_has_a_number(anchors):
    made = anchors(PROGRAM)
    first, second = made.find("x receives from x * x"), made.find("x receives from x * x #2")
    assert second == first + 1
    assert made.find("x receives from x * x #1") == first
    assert made.later("x receives from x * x", second) == "x receives from x * x #2"
    assert made.later("x receives from x * x", second + 1) is None


def test_a_loop_has_iterations(anchors):
    made = anchors(LOOP)
    assert [made.run.chapters[n].from_ for n in (1, 2, 4)] == [made.find(f"iteration {number}") for number in (1, 2, 4)]
    assert made.find("w.grad in iteration 3") == made.find("w.grad #3")
    assert made.find("changed w in iteration 2") == made.find("changed w #2")
    assert made.find("made loss in iteration 4") == made.find("made loss #4")
    assert made.find('printed "2 " in iteration 3') == made.find("changed w #3")
    assert made.find("start 4") == made.find("start in iteration 4")
    assert made.find("runs loss in iteration 1") == made.find("runs loss")


def test_a_loop_in_a_loop_has_iterations_of_both(anchors):
    made = anchors(NESTED)
    assert made.find("iteration 2") == made.find("iteration 2, 1")
    assert made.find("w.grad #2 in iteration 2") == made.find("w.grad in iteration 2, 2") == made.find("w.grad #5")


@pytest.mark.thorough
def test_passes_are_counted_where_a_part_of_a_long_loop_is_left_out(anchors):
    made = anchors(
        LOOP.replace("range(4)", "range(700)").replace("    print(epoch, w.item())\n", "    w.grad = None\n")
    )
    assert any(chapter.gap for chapter in made.run.chapters)
    assert made.find("start 700") == made.find("start in iteration 700")
    assert made.find("end 700") == made.find("end in iteration 700")


def test_a_backward_of_the_programs_own_runs_once_in_a_pass(anchors):
    made = anchors(FUNCTION)
    assert made.run.steps[made.find("runs y")].box == made.run.steps[made.find("runs TwiceBackward")].box
    assert (
        made.find("start 1") < made.find("runs y") < made.find("end 1") < made.find("start 2") < made.find("runs y #2")
    )
    assert made.find("runs y #3") == '"runs y" happens 2 times: change the number or the anchor'


HELP = (
    ": write made NAME, changed NAME, runs NAME, A receives from B, x.grad, start, end, "
    'printed "7", line 7, iteration 2, error or before'
)


@pytest.mark.parametrize(
    ("source", "anchor", "said"),
    [
        (PROGRAM, "run x*x", 'no step is "run x*x": is it "runs x * x" or "runs x * x + x"?'),
        (PROGRAM, "made z", 'no step is "made z": is it "made y" or "made x"?'),
        (PROGRAM, "w.grad", 'no step is "w.grad": is it "x.grad"?'),
        (PROGRAM, "xyzzy", 'no step is "xyzzy"' + HELP),
        (PROGRAM, "before #2", 'no step is "before"' + HELP),
        (PROGRAM, "line 9", 'no step is "line 9": is it "line 4" or "line 3"?'),
        (PROGRAM, 'printed "8"', 'no step is "printed "8"": is it "printed "tensor(7.)""?'),
        (PROGRAM, "error", 'delete this point: the program runs to its end, so no step is "error"'),
        (PROGRAM, "iteration 2", 'no step is "iteration 2"' + HELP),
        (PROGRAM, "x.grad #2", '"x.grad" happens only once: change the number or the anchor'),
        (PROGRAM, "x.grad #0", '"x.grad" happens only once: change the number or the anchor'),
        (PROGRAM, "x.grad in iteration 2", 'no step is "iteration 2"' + HELP),
        (PROGRAM.replace("y.backward()", ""), "x.grad", 'no step is "x.grad": the program runs no backward pass'),
        (LOOP, "iteration 9", 'no step is "iteration 9": is it "iteration 4" or "iteration 3"?'),
        (LOOP, "w.grad in iteration 9", 'no step is "iteration 9": is it "iteration 4" or "iteration 3"?'),
        (LOOP, "made w in iteration 2", '"made w" does not happen in iteration 2: change the number or the anchor'),
        (LOOP, "w.grad #2 in iteration 2",
         '"w.grad" happens only once in iteration 2: change the number or the anchor'),
    ],
)  # fmt: skip
def test_an_anchor_that_finds_no_step_says_why(anchors, source, anchor, said):
    assert anchors(source).find(anchor) == said


def test_an_anchor_of_any_length_is_answered(anchors):
    made = anchors(PROGRAM)
    for anchor in (
        "a receives from " * 6000,
        "x #1 in iteration 3" * 5000,
        "line " + "9" * 90_000,
        "x #" + "9" * 90_000,
    ):
        assert isinstance(made.find(anchor), str)


def test_sentences_are_not_read(anchors):
    made = anchors(LOOP)
    expected = [(event.step, event.shape, event.names) for event in made.events]
    for step in made.run.steps:
        step.say = "The backward pass starts. made up. x.grad is now 7."
        step.slopes = step.pill = step.formula = None
    assert [(event.step, event.shape, event.names) for event in Anchors(made.run, {}).events] == expected


def test_every_step_of_a_pass_has_an_anchor(anchors):
    for source in (PROGRAM, LOOP, FUNCTION, NESTED):
        made = anchors(source)
        named = {event.step for event in made.events if event.shape != "line {}"}
        ran_again = {n for n, step in enumerate(made.run.steps) if step.kind == "run" and n not in named}
        assert set(range(len(made.run.steps))) - named - ran_again == set()
        assert bool(ran_again) == (source is FUNCTION)


def test_the_shapes_are_those_that_events_have(anchors):
    seen = {event.shape for source, _ in FOUND for event in anchors(source).events}
    seen |= {event.shape for event in anchors(LOOP).events}
    assert seen == set(SHAPES)
