"""Slopes: a node that runs says how its result changes when each input does."""

from pathlib import Path

import pytest

import graph_view
from graph_view.paths import ELEMENTWISE
from graph_view.slopes import MESSAGE_OF

from .pictures import traced

LESSONS = sorted((Path(__file__).parents[1] / "lessons").glob("*/*.py"))

# Operations without a sentence of their own: that the slope is 0 everywhere is said where the gradient is sent.
FLAT = {"round"}


def slopes(source):
    found = graph_view.payload(traced("import torch\n" + source))
    return [text for step in found["steps"] for text in step.get("slopes", ())]


def test_a_multiplication_says_its_factor():
    assert slopes("a = torch.tensor(2.0, requires_grad=True)\ny = 3 * a\ny.backward()") == [
        "y grows by 3 for each 1 that a grows."
    ]


def test_an_elementwise_slope_has_this_steps_numbers():
    source = "x = torch.tensor([1.0, 3.0], requires_grad=True)\ny = x * x\ny.backward(torch.tensor([1.0, 10.0]))"
    assert slopes(source) == ["y grows by [1, 3] for each 1 that x grows."] * 2


def test_a_cut_branch_is_said():
    (text,) = slopes("x = torch.tensor([-1.0, 3.0], requires_grad=True)\ny = torch.relu(x)\ny.backward(torch.ones(2))")
    assert text.startswith("y grows by [0, 1] for each 1 that x grows: where it is 0")


def test_a_mean_says_its_share():
    (text,) = slopes("x = torch.tensor([[1.0, 3.0], [2.0, 4.0]], requires_grad=True)\nx.mean().backward()")
    assert text == "Each element of x counts 1/4 in the mean, so each slope is 1/4."


def test_a_gradient_of_zero_hides_its_slope():
    assert slopes("x = torch.tensor([1.0, 3.0], requires_grad=True)\n(x * x).backward(torch.tensor([0.0, 1.0]))") == []


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_operations_of_the_gallery_have_a_sentence(path):
    trace = traced(path.read_text(encoding="utf-8"))
    ran = {trace.fns[step.fn].op for step in trace.steps if step.kind == "run" and step.fn is not None}
    names = {trace.ops[op].name.rstrip("_") for op in ran - {None} if trace.fns[trace.ops[op].fn].kind == "op"}
    assert names - ELEMENTWISE - set(MESSAGE_OF) - FLAT == set()
