"""Nudges: a program is run with one number replaced, and what moves is what its gradients promised."""

import io
import random

import pytest

from autograd_engine.run.options import Nudge
from autograd_engine.run.program import run
from autograd_studio import lessons

from ..support.payloads import nudged_run

LESSONS = [lesson for topic in lessons.topics() for lesson in topic.lessons]
STEP = 1 / 128

# Programs whose gradients are not the derivatives of what they compute, and why.
BROKEN_PROMISES = {
    "detached-factor": "a factor is detached",
    "my-relu": "a kink: an element is 0",
    "forgotten-clone": "its backward changes what others hold",
    "stashed-on-ctx": "what ctx keeps is not differentiated again",
    "lost-history": "so is what its forward computed",
    "hooks": "a hook changes the gradient",
    "kinks-and-ties": "it is about kinks",
}


def engine_run(source, nudge=None, run=run):
    """Run a program that draws the same random numbers each time, as in the sandbox."""
    with pytest.MonkeyPatch.context() as patch:
        draw = random.Random(0).getrandbits
        patch.setattr("secrets.randbits", draw)
        patch.setattr("numpy.random.bit_generator.randbits", draw)
        return run(source, nudge=nudge)


def told(source, nudge=None, run=run):
    return nudged_run(engine_run(source, nudge, run).trace)


def data(found, value):
    return [float(x) for x in found["values"][value]["data"]]


def total(found, number, seeds):
    """L of a pass: the sum of its roots' elements, each times its seed in `seeds`."""
    roots = zip(found["passes"][number]["roots"], seeds["passes"][number]["roots"], strict=True)
    return sum(
        seed * y
        for (value, _, _), (_, own, _) in roots
        for seed, y in zip(data(seeds, own), data(found, value), strict=True)
    )


def of(handle):
    """What of the engine's Nudge says which tensor a handle is for."""
    return next((name, handle[name]) for name in ("creation", "operation", "write") if name in handle)


def moves(source, told=told):
    """Yield how L of each pass moves per element of each leaf, by a central difference, and what .grad promised."""
    base = told(source)
    leaves = {of(handle): handle for handle in base["handles"] if "seed" not in handle}
    for which, handle in leaves.items():
        gains = [(number, gain) for number, gain in handle["passes"] if gain is not None]
        value = base["values"][handle["value"]]
        if not gains or "corner" in value:
            continue
        for index, x in enumerate(data(base, handle["value"])):
            up, down = (told(source, Nudge(x + step, index, **dict([which]))) for step in (STEP, -STEP))
            assert up["shape"] == down["shape"] == base["shape"]
            for number, gain in gains:
                moved = total(up, number, base) - total(down, number, base)
                yield (which, index, number), moved / (2 * STEP), data(base, gain)[index]


# Training loops with many numbers take long.
LONG = {"two-layers", "sine-fit", "legendre"}
CASES = [pytest.param(lesson, id=lesson.id, marks=[pytest.mark.thorough] * (lesson.id in LONG)) for lesson in LESSONS]


@pytest.mark.parametrize("lesson", CASES)
def test_what_moves_is_what_was_promised(lesson):
    found = list(moves(lesson.source))
    broken = [one for one in found if one[1] != pytest.approx(one[2], rel=0.01, abs=1e-3)]
    assert bool(broken) == (lesson.id in BROKEN_PROMISES), broken or found


CONSTANTS = """import torch
k = torch.tensor([True, False])
n = torch.tensor(3)
x = torch.tensor([1., 2.], requires_grad=True)
y = torch.where(k, x, -x) * n
y.sum().backward()
print(k.tolist(), n.item(), x.tolist(), x.grad.tolist())
"""


@pytest.mark.parametrize(
    "nudge, printed",
    [
        (None, "[True, False] 3 [1.0, 2.0] [3.0, -3.0]"),
        (Nudge(1, 1, 0), "[True, True] 3 [1.0, 2.0] [3.0, 3.0]"),
        (Nudge(4, 0, 1), "[True, False] 4 [1.0, 2.0] [4.0, -4.0]"),
        (Nudge(1.5, 1, 2), "[True, False] 3 [1.0, 1.5] [3.0, -3.0]"),
        (Nudge(2, seed=(0, 0)), "[True, False] 3 [1.0, 2.0] [6.0, -6.0]"),
        (Nudge(2, 7, 2), "[True, False] 3 [1.0, 2.0] [3.0, -3.0]"),  # no such element
    ],
)
def test_one_number_is_replaced_and_nothing_else(nudge, printed):
    output = io.StringIO()
    assert run(CONSTANTS, nudge=nudge, stdout=output).error is None
    assert output.getvalue() == printed + "\n"


def test_a_parameter_is_replaced_after_its_first_values():
    source = "import torch\nnet = torch.nn.Linear(2, 1)\nprint(net.weight[0, 1].item())\n"
    output = io.StringIO()
    run(source, nudge=Nudge(0.25, 1, 0), stdout=output)
    assert output.getvalue() == "0.25\n"


RANDOM = "import torch\nx = torch.randn(2, requires_grad=True)\nn = torch.randn(2)\n(x * n).sum().backward()\n"


def test_random_numbers_are_the_same_again():
    base, now = told(RANDOM), told(RANDOM, Nudge(5, 0, 0))
    x, n = base["handles"][:2]
    assert data(base, n["value"]) == data(now, now["handles"][1]["value"])
    assert data(now, now["handles"][0]["value"]) == [5.0, data(base, x["value"])[1]]


IN_PLACE = """import torch
w = torch.tensor(3., requires_grad=True)
for i in range(3):
    (w * w).backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
"""


def test_a_number_counts_until_it_is_overwritten():
    states = {of(handle): handle for handle in told(IN_PLACE)["handles"] if "seed" not in handle}
    passes = {which: [number for number, _ in handle["passes"]] for which, handle in states.items() if handle["passes"]}
    assert passes == {("creation", 0): [0], ("write", 0): [1], ("write", 1): [2]}
    again = told(IN_PLACE, Nudge(7, write=0))
    assert data(again, next(handle["value"] for handle in again["handles"] if handle.get("write") == 0)) == [7.0]


BRANCH = """import torch
x = torch.tensor(1., requires_grad=True)
y = x * 2 if x > 0 else x.exp()
y.backward()
"""


def test_another_branch_has_another_shape():
    assert told(BRANCH)["shape"] == told(BRANCH, Nudge(0.5, 0, 0))["shape"]
    assert told(BRANCH)["shape"] != told(BRANCH, Nudge(-1, 0, 0))["shape"]


def test_so_has_a_loop_that_ends_elsewhere():
    source = (
        "import torch\nx = torch.tensor(1., requires_grad=True)\ny = x\nwhile y < 9:\n    y = y * 2\ny.backward()\n"
    )
    assert told(source)["shape"] == told(source, Nudge(1.1, 0, 0))["shape"]
    assert told(source)["shape"] != told(source, Nudge(1.2, 0, 0))["shape"]


def test_numbers_that_operations_are_given_are_no_structure():
    source = "import torch\nx = torch.tensor(1., requires_grad=True)\ny = x * x.item()\ny.backward()\n"
    assert told(source)["shape"] == told(source, Nudge(2, 0, 0))["shape"]


def test_an_error_of_the_nudged_run_is_told():
    source = "import torch\nx = torch.tensor(1., requires_grad=True)\nassert x < 2, 'too much'\n(x * x).backward()\n"
    assert told(source, Nudge(3, 0, 0))["error"]["message"] == "too much"
    assert told(source)["error"] is None


COMPUTED = """import torch
flipped = torch.tensor([1.0, 2.0]).flip(0)
w = (torch.tensor([1.0, 3.0]) * 0.5).requires_grad_()
(w * w * flipped).sum().backward()
"""


def test_a_leaf_that_was_computed_can_be_nudged():
    found = {which: (moved, promised) for which, moved, promised in moves(COMPUTED) if which[0][0] == "operation"}
    assert found == {(("operation", 1), 0, 0): (2.0, 2.0), (("operation", 1), 1, 0): (3.0, 3.0)}


WRITTEN = """import torch
w = torch.tensor([1.0, 2.0])
w.mul_(2.0)
w.requires_grad_()
v = torch.tensor([1.0, 2.0], requires_grad=True)
v.data.add_(1.0)
with torch.no_grad():
    w.sub_(1.0)
    v.mul_(2.0)
(w * v).sum().backward()
"""


def test_a_write_that_is_offered_is_the_one_that_is_nudged():
    writes = [handle for handle in told(WRITTEN)["handles"] if "write" in handle]
    assert [handle["write"] for handle in writes] == [0, 1]
    for handle in writes:
        now = told(WRITTEN, Nudge(7, write=handle["write"]))
        assert data(now, next(h["value"] for h in now["handles"] if h.get("write") == handle["write"]))[0] == 7.0


NUMPYS = "import torch, numpy as np\na = np.zeros(2)\nt = torch.from_numpy(a)\nt.requires_grad_()\nb = t * 2\n"


def test_nothing_of_it_is_taken_for_a_write_by_numpy():
    base, now = told(NUMPYS), told(NUMPYS, Nudge(1, 0, 0))
    assert base["shape"] == now["shape"]
    assert data(now, now["handles"][0]["value"]) == [1.0, 0.0]


def test_nothing_is_offered_once_it_is_not_known_how_many_there_were():
    found = told(
        "import torch\nw = torch.ones(2, requires_grad=True)\nfor i in range(4000):\n    (w * 2).sum().backward()\n"
    )
    seeds = [handle["seed"] for handle in found["handles"] if "seed" in handle]
    assert seeds == [[number, 0] for number in range(len(seeds))]
    assert 0 < len(seeds) < len(found["passes"])
