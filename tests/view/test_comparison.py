"""Two runs side by side: which steps belong together, and what is said of the first difference."""

import io

import pytest

from autograd_engine.run.program import run
from autograd_studio import lessons
from autograd_studio.view.compare.comparison import aligned, comparison
from autograd_studio.web.forms.pairs import PAIRS

from ..support.payloads import payload
from ..support.pictures import traced


def compared(left, right):
    return comparison(traced(left), traced(right))


def said(found):
    return {one.kind: one.text for one in found.differences}


@pytest.mark.parametrize(
    ("left", "right", "rows"),
    [
        ("", "", []),
        ("ab", "ab", [(0, 0), (1, 1)]),
        ("abc", "ac", [(0, 0), (1, None), (2, 1)]),
        ("ac", "abc", [(0, 0), (None, 1), (1, 2)]),
        ("axc", "ayc", [(0, 0), (1, None), (None, 1), (2, 2)]),
        ("a", "", [(0, None)]),
        ("", "b", [(None, 0)]),
    ],
)
def test_what_is_equal_stands_side_by_side(left, right, rows):
    assert aligned(left, right) == rows


@pytest.mark.parametrize(
    "lesson", [lesson for topic in lessons.topics() for lesson in topic.lessons], ids=lambda it: it.id
)
def test_a_run_beside_itself_has_no_difference_and_the_players_steps(lesson):
    trace = run(lesson.source, stdout=io.StringIO()).trace
    found = comparison(trace, trace)
    assert not found.differences
    assert found.lines == ([], [])
    assert found.rows == [(i, i) for i in range(len(lessons.stored(lesson)["payload"]["steps"]))]


@pytest.mark.parametrize("name", PAIRS)
def test_every_step_of_a_pair_is_in_one_row_and_in_order(name):
    programs = PAIRS[name]
    found = compared(programs.left, programs.right)
    for side, program in enumerate((programs.left, programs.right)):
        steps = [row[side] for row in found.rows if row[side] is not None]
        assert steps == list(range(len(payload(traced(program))["steps"])))
    assert found.differences


def test_a_missing_clone_is_named_where_the_gradient_first_differs():
    programs = PAIRS["MyReLU without and with clone()"]
    found = compared(programs.left, programs.right)
    assert said(found) == {
        "program": "Line 12 is `grad_input = grad_output` on the left, `grad_input = grad_output.clone()` on the right.",
        "step": "Step 13 is only on the right: clone grad_input is computed.",
        "gradient": (
            "Step 17, on the right 18: the gradient that MulBackward0 of q sends to x is [0, 1] on the left, [1, 1] on the right."
        ),
    }
    row = next(one.row for one in found.differences if one.kind == "gradient")
    assert found.rows[row] == (16, 17)


LEAF = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n"
CASES = {
    "value": (f"{LEAF}y = x * 2\n", f"{LEAF}y = x * 3\n", "value", "Step 2: y is [2, 4] on the left, [3, 6] on the right."),
    "grad": (
        f"{LEAF}x.backward(torch.tensor([1.0, 1.0]))\n", f"{LEAF}x.backward(torch.tensor([1.0, 2.0]))\n", "gradient",
        "Step 4: the gradient that arrives at AccumulateGrad of x is [1, 1] on the left, [1, 2] on the right.",
    ),
    "order": (
        f"{LEAF}a = x * 2\nb = x + 1\n", f"{LEAF}b = x + 1\na = x * 2\n", "order",
        "The order differs: add b is computed at step 3 on the left, at step 2 on the right.",
    ),
    "error": (
        f"{LEAF}x.sum().backward()\n", f"{LEAF}x.sum().backward()\nx.backward()\n", "error",
        "Step 9 is only on the right: the program fails.",
    ),
    "digits": (
        f"{LEAF}y = x.sum() + 1e-6\n", f"{LEAF}y = x.sum() + 2e-6\n", "value",
        "Step 3: y is 3.000001 on the left, 3.000002 on the right.",
    ),
    "dtype": (
        "import torch\nx = torch.ones(2)\n", "import torch\nx = torch.ones(2, dtype=torch.float64)\n", "value",
        "Step 1: x is [1, 1] (float32) on the left, [1, 1] (float64) on the right.",
    ),
    "shape": (
        f"{LEAF}y = x.sum(0)\n", f"{LEAF}y = x.sum(0, keepdim=True)\n", "value",
        "Step 2: y is 3 on the left, [3] on the right.",
    ),
    "line": (f"{LEAF}\n", f"{LEAF}y = x * 1\n", "program", "Only the right program has line 3: `y = x * 1`"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_difference_is_said_in_a_sentence(name):
    left, right, kind, text = CASES[name]
    assert said(compared(left, right))[kind] == text


def test_iterations_are_compared_with_the_same_ones():
    programs = PAIRS["A loop with and without zero_grad()"]
    found = compared(programs.left, programs.right)
    steps = payload(traced(programs.left))["steps"]
    alone = [row for row in found.rows if None in row]
    assert alone
    assert all(steps[i]["kind"] == "grad" for i, j in alone if j is None), "only what clears the gradients"
    assert "w.grad is -4.8 on the left, -10.8 on the right" in said(found)["gradient"]
