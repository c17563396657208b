"""Training loops one iteration at a time: where chapters are cut, which share a graph, and what goes on from one to the next."""

import re

import pytest

from autograd_engine.run.program import run
from autograd_engine.trace.schema import TraceLimits
from autograd_studio.view.chapters.chapters import chapters
from autograd_studio.view.layout.graphviz import place

from ..support.payloads import payload
from ..support.pictures import check, traced

LINE = """import torch
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
w = torch.zeros(2, requires_grad=True)
data = [torch.tensor([1.0, 2.0]), torch.tensor([0.5, 1.0])]
"""
STEP = """
    loss = ((w * x - y) ** 2).sum()
    loss.backward()
    with torch.no_grad(): w.sub_(0.1 * w.grad)
    w.grad = None
"""

# A name, what follows LINE, and the chapters: their labels, where i is "iteration", and the graphs they are told on.
CASES = f"""
# for
for i in range(3):{STEP}
-> before 0, i 1/3 1, i 2/3 1, i 3/3 1

# while
n = 0
while n < 2:
    n += 1{STEP}
-> before 0, i 1/2 1, i 2/2 1

# while on an operation
loss = torch.tensor(9.0)
while loss > 18.5:
    pass
for i in range(2):{STEP}
print(w + 1)
-> before 0, i 1/2 1, i 2/2 1, after 2

# while that binds what it learns from
while (loss := ((w * x - y) ** 2).sum()) > 5:
    loss.backward()
    with torch.no_grad(): w.sub_(0.1 * w.grad)
    w.grad = None
-> before 0, i 1/2 1, i 2/2 1, after 2

# early break
for i in range(9):{STEP}
    if i == 1: break
-> before 0, i 1/2 1, i 2/2 1

# continue
for i in range(3):
    if i == 1: continue{STEP}
-> before 0, i 1/3 1, i 3/3 1

# continue behind the pass
for i in range(3):
    loss = (w * x).sum()
    loss.backward()
    if i == 1: continue
    w.grad = None
-> before 0, i 1/3 1, i 2/3 1, i 3/3 1

# last batch of another size
for x in torch.arange(5.0).split(2):
    loss = (w.sum() * x).sum()
    loss.backward()
-> before 0, i 1/3 1, i 2/3 1, i 3/3 2

# two losses
g, d = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
for i in range(2):
    fake = g(x)
    d_loss = d(fake.detach()).sum() - d(y).sum()
    d_loss.backward()
    g_loss = -d(fake).sum()
    g_loss.backward()
-> before 0, i 1/2 1, i 2/2 1

# a closure that is called several times
optimizer = torch.optim.LBFGS([w], max_iter=2)
def closure():
    optimizer.zero_grad()
    loss = ((w * x - y) ** 2).sum()
    loss.backward()
    return loss
for i in range(2): optimizer.step(closure)
-> before 0, i 1/2 1, i 2/2 1

# batches of a loader, in a function
from torch.utils.data import DataLoader, TensorDataset
pairs = TensorDataset(torch.ones(4, 2), torch.ones(4, 2))
def epoch():
    for x, y in DataLoader(pairs, batch_size=2):
        loss = ((w * x - y) ** 2).sum()
        loss.backward()
for i in range(2): epoch()
-> before 0, i 1/2; 1/2 1, i 1/2; 2/2 1, i 2/2; 1/2 1, i 2/2; 2/2 1

# validation
for i in range(2):{STEP}
    with torch.no_grad(): other = (w * y).sum()
-> before 0, i 1/2 1, i 2/2 1

# in a function
def train():
  for i in range(2):{STEP}
train()
-> before 0, i 1/2 1, i 2/2 1

# step in a function
def step():{STEP}
for i in range(2): step()
-> before 0, i 1/2 1, i 2/2 1

# nested
for epoch in range(2):
  for x in data:{STEP}
-> before 0, i 1/2; 1/2 1, i 1/2; 2/2 1, i 2/2; 1/2 1, i 2/2; 2/2 1

# after each epoch
for epoch in range(2):
  before = w.detach() * 1
  for x in data:{STEP}
  after = w.detach() + 1
-> before 0, i 1/2; 1/2 1, i 1/2; 2/2 2, i 2/2; 1/2 1, i 2/2; 2/2 2

# two passes
for i in range(2):
    loss = (w * x).sum()
    loss.backward()
    other = (w * y).exp().sum()
    other.backward()
-> before 0, i 1/2 1, i 2/2 1

# another structure
for i in range(3):
    loss = (w * x).sum() if i != 1 else (w * x).exp().sum()
    loss.backward()
-> before 0, i 1/3 1, i 2/3 2, i 3/3 1

# losses of a comprehension
losses = [((w * k - y) ** 2).sum() for k in range(3)]
sum(losses).backward()
-> 0

# without a pass
for i in range(3): x = x * 2
-> 0

# one iteration
for i in range(1):{STEP}
-> 0

# rows of a graph made before
z = w * x
for v in torch.eye(2): z.backward(v, retain_graph=True)
-> 0

# recursion
def train(n):{STEP}
    if n: train(n - 1)
train(2)
-> 0
"""


def cases() -> list:
    """Return the cases as parameters of a test."""
    found = []
    for name, rest in re.findall(r"^# (.*)\n((?:.|\n)*?\n-> .*)$", CASES, re.MULTILINE):
        source, expected = rest.split("\n-> ")
        found.append(pytest.param(source, expected.split(", "), id=name))
    return found


def told(source: str) -> dict:
    """Return the payload of what follows LINE, which keeps its promises."""
    found = payload(traced(LINE + source), place)
    check(found)
    return found


@pytest.mark.parametrize(("source", "expected"), cases())
def test_where_a_program_is_cut(source, expected):
    found = told(source)
    labels = [f"{c['label']} {c['graph']}".strip() for c in found["chapters"]]
    for long, short in ((", ", "; "), (" of ", "/"), ("iteration", "i"), (" the loop", "")):
        labels = [label.replace(long, short) for label in labels]
    assert labels == expected


LOOP = f"for i in range(4):{STEP}"


def box(found: dict, title: str) -> int:
    """Return the box of an iteration with this title."""
    first, end = found["graphs"][1]["boxes"]
    return next(b["id"] for b in found["boxes"][first:end] if b["title"] == title)


def texts(found: dict, title: str, row: str) -> list:
    return [entry[1] if row != "grad" else entry[1:3] for entry in found["tracks"][box(found, title)][row]]


def test_an_update_is_the_next_state_of_the_same_box():
    found = told(LOOP)
    titles = [b["title"] for b in found["boxes"][slice(*found["graphs"][1]["boxes"])] if "copy_of" not in b]
    assert titles.count("w") == 1
    assert texts(found, "w", "value") == ["[0, 0]", "[0.6, 2]", "[1.08, 2.4]", "[1.464, 2.48]", "[1.771, 2.496]"]
    assert "superseded" not in texts(found, "w", "status")


def test_what_an_iteration_computes_is_not_there_before_it_does():
    found = told(LOOP)
    assert texts(found, "loss", "status")[:4] == ["done", "ready", "ran", "pending"]
    first = found["chapters"][2]["from"]
    assert [e[1:] for e in found["tracks"][box(found, "loss")]["status"] if e[0] == first] == [["pending"]]
    assert [e[1:] for e in found["tracks"][box(found, "loss")]["value"] if e[0] == first] == [["", None]]


def test_a_gradient_that_is_not_cleared_goes_on():
    found = told("for i in range(2):\n    loss = (w * x).sum()\n    loss.backward()")
    assert [e for e in texts(found, "w", "grad") if e[0] in ("none", "kept")] == [
        ["none", ""], ["kept", "[1, 2]"], ["kept", "[2, 4]"],
    ]  # fmt: skip


def test_the_numbers_of_an_update_are_those_of_its_iteration():
    found = told(LOOP)
    said = [step["say"] for step in found["steps"] if step["kind"] == "write"]
    assert "from [0.6, 2] to [1.08, 2.4]" in said[1]
    results = [step["formula"][0]["result"] for step in found["steps"] if step["kind"] == "write"]
    assert results == ["[0.6, 2]", "[1.08, 2.4]", "[1.464, 2.48]", "[1.771, 2.496]"]


def test_an_optimizer_has_no_boxes_of_its_own():
    found = told("""
optimizer = torch.optim.Adam([w])
for i in range(2):
    loss = ((w * x - y) ** 2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""")
    titles = {b["title"] for b in found["boxes"][slice(*found["graphs"][1]["boxes"])]}
    assert titles == {"w", "x", "y", "w * x", "w * x - y", "(w * x - y) ** 2", "loss", "seed"}


def test_parameters_are_above_what_is_computed_from_them():
    found = told("""
model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
optimizer = torch.optim.Adam(model.parameters())
for i in range(2):
    loss = model(x).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""")
    boxes = found["boxes"]
    upwards = [one for one in found["links"] if boxes[one["from"]]["y"] >= boxes[one["to"]]["y"]]
    assert not upwards


def test_a_graph_that_grows_over_the_iterations_is_reached_by_each_pass():
    found = told("h = w * 1\nfor i in range(3):\n    h = h * x\n    h.sum().backward(retain_graph=True)")
    ran = [sum(s["kind"] == "run" for s in found["steps"][c["from"] : c["to"] + 1]) for c in found["chapters"]]
    assert ran[1:] == [3, 4, 5]


def test_the_curve_is_what_the_passes_begin_at():
    found = told(f"{LOOP}\n(w * float('nan')).sum().backward()")
    loss, other = found["curves"]
    values = [34.0, 6.76, 3.7264, 2.360896]
    assert (loss["name"], [point[0] for point in loss["points"]]) == ("loss", [1, 2, 3, 4])
    assert [point[1] for point in loss["points"]] == pytest.approx(values, rel=1e-6)
    assert other["points"] == [[5, "NaN"]]


def test_the_cost_of_fifty_iterations_is_that_of_one_graph():
    found = told(f"for i in range(50):{STEP}")
    assert len(found["chapters"]) == 51
    assert len(found["graphs"]) == 2


def test_where_a_long_program_is_cut_no_iteration_is_in_pieces():
    source = f"{LINE}for i in range(200):{STEP}"
    trace = run(source, trace_limits=TraceLimits(operations=300, tail=100)).trace
    assert any(step.kind == "omitted" for step in trace.steps)
    told_on = [chapter["graph"] for chapter in payload(trace)["chapters"]]
    assert len(told_on) > 80
    assert told_on == [0] + [1] * (len(told_on) - 1)


def test_a_chapter_says_which_passes_are_left_out_behind_it():
    source = f"{LINE}for i in range(200):{STEP}"
    limits = TraceLimits(operations=300, tail=100, middle=120)
    chapters = payload(run(source, trace_limits=limits).trace)["chapters"]
    gaps = [i for i, chapter in enumerate(chapters) if "gap" in chapter]
    assert len(gaps) == 2
    for i in gaps:
        (before, _), (after, _) = chapters[i]["turns"][0], chapters[i + 1]["turns"][0]
        assert chapters[i]["gap"] == [before + 1, after - before - 1]
    assert [120, 200] in [turn for chapter in chapters for turn in chapter.get("turns", [])]


SEVERAL_NAMES = """
    loss = ((w * x - y) ** 2).sum()
    loss.backward()
    other -= 0.1 * w.grad
    w.grad = None
"""
AN_AVERAGE = """
    loss = ((w * x - y) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        other.mul_(0.9).add_(w, alpha=0.1)
    w.grad = None
"""


@pytest.mark.parametrize(
    "source",
    [f"other = w.detach()\nfor i in range(400):{SEVERAL_NAMES}", f"other = w.detach().clone()\nfor i in range(400):{AN_AVERAGE}"],
    ids=["two names of one memory", "a copy of detached memory"],
)  # fmt: skip
def test_where_the_end_of_a_long_program_is_marked_iterations_share_a_graph(source):
    trace = run(LINE + source, trace_limits=TraceLimits(operations=100, steps=3000)).trace
    assert any(step.kind == "omitted" for step in trace.steps)
    told_on = [chapter["graph"] for chapter in payload(trace)["chapters"]]
    assert len(told_on) > 50
    assert told_on == [0] + [1] * (len(told_on) - 1)


def test_a_program_without_a_loop_is_one_chapter():
    trace = traced(f"{LINE}(w * x).sum().backward()")
    assert [(c.first, c.end, c.turns) for c in chapters(trace)] == [(0, len(trace.steps), [])]


def brought(program):
    """Return what each chapter is brought: by title of a box, how many chapters ago its tensor and its .grad were changed."""
    found = payload(traced(program), place)
    check(found)
    return [
        {found["boxes"][box]["title"]: tuple(ago) for box, *ago in chapter.get("brought", ())}
        for chapter in found["chapters"]
    ]


def test_a_chapter_tells_what_the_iteration_before_it_has_left():
    assert brought(LINE + f"for i in range(3):{STEP}") == [{}, {}, {"w": (1, 0)}, {"w": (1, 0)}]


def test_gradients_that_are_kept_are_told_of_their_own_iteration():
    kept = """
for i in range(3):
    loss = ((w * x - y) ** 2).sum()
    loss.backward()
    if i == 0:
        with torch.no_grad(): w.sub_(0.1 * w.grad)
"""
    assert brought(LINE + kept)[2:] == [{"w": (1, 1)}, {"w": (2, 1)}]
