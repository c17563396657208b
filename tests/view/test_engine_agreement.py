"""One program on both engines: what is a difference, and what only the recorders tell otherwise."""

import copy
import io
import secrets

import pytest

from autograd_engine.run import program as built_in
from autograd_engine.trace.schema import TraceLimits
from autograd_studio import lessons
from autograd_studio.view.chapters.shortening import shortened
from autograd_studio.view.compare.agreement import agreement

PROGRAM = """
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
loss = (y * y).sum()
loss.backward()
"""
FAILING = PROGRAM + "loss.backward()\n"


def trace_of(source, engine=built_in):
    return engine.run(source, stdout=io.StringIO(), stderr=io.StringIO()).trace


def changed(source, change):
    """Return a run, and the same run with something changed."""
    trace = trace_of(source)
    other = copy.deepcopy(trace)
    change(other)
    return trace, other


def said(found):
    return {one.kind: one.text for one in found.differences}


def scaled(factor):
    """Return a change of the gradient that y receives."""

    def change(trace):
        step = next(step for step in trace.steps if step.kind == "run" and trace.fns[step.fn].name == "MulBackward0")
        value = trace.values[step.outgoing[0]]
        value.data = [x * factor for x in value.data]

    return change


def drop(kind):
    """Return a change that leaves out the last step of a kind."""

    def change(trace):
        index = max(i for i, step in enumerate(trace.steps) if step.kind == kind)
        del trace.steps[index]

    return change


@pytest.mark.parametrize("source", [PROGRAM, FAILING])
def test_a_run_agrees_with_itself(source):
    assert not agreement(*changed(source, lambda trace: None)).differences


def test_numbers_agree_up_to_rounding():
    assert not agreement(*changed(PROGRAM, scaled(1 + 1e-6))).differences
    assert "gradient" in said(agreement(*changed(PROGRAM, scaled(1 + 1e-4))))


def test_a_float64_is_held_to_its_own_digits():
    source = PROGRAM.replace("2.0]", "2.0], dtype=torch.float64")
    assert "gradient" in said(agreement(*changed(source, scaled(1 + 1e-6))))


def test_a_wrong_nan_differs():
    def change(trace):
        scaled(1)(trace)
        step = next(step for step in trace.steps if step.kind == "accumulate")
        trace.values[step.after].data[0] = "NaN"

    assert "gradient" in said(agreement(*changed(PROGRAM, change)))


def test_a_step_of_the_forward_pass_that_one_engine_does_not_tell_is_no_difference():
    found = agreement(*changed(PROGRAM, drop("op")))
    assert not found.differences
    assert sum(None in row for row in found.rows) == 1


@pytest.mark.parametrize("kind", ["run", "accumulate", "backward"])
def test_a_step_of_the_backward_pass_that_is_missing_differs(kind):
    assert "step" in said(agreement(*changed(PROGRAM, drop(kind))))


def test_another_order_differs():
    def swap(trace):
        runs = [i for i, step in enumerate(trace.steps) if step.kind == "run"]
        trace.steps[runs[0]], trace.steps[runs[1]] = trace.steps[runs[1]], trace.steps[runs[0]]

    assert agreement(*changed(PROGRAM, swap)).differences


def test_a_failure_of_one_engine_differs():
    assert "error" in said(agreement(trace_of(FAILING), trace_of(PROGRAM)))

    def change(trace):
        trace.error.type = "ValueError"

    assert "error" in said(agreement(*changed(FAILING, change)))


@pytest.mark.parametrize(
    "lesson", [lesson for topic in lessons.topics() for lesson in topic.lessons], ids=lambda it: it.id
)
@pytest.mark.filterwarnings("ignore")  # a program's warnings do not stop it
def test_the_lessons_are_the_same_on_pytorch(lesson, torch, monkeypatch):
    from autograd_studio.torch_recorder import program as real

    monkeypatch.setattr(secrets, "randbits", lambda bits: 7)  # what the built-in engine begins with
    torch.manual_seed(7)
    assert not said(agreement(trace_of(lesson.source), trace_of(lesson.source, real)))


LOOP = """import torch
w = torch.ones(2, requires_grad=True)
h = torch.zeros(2)
for i in range(40):
    h = torch.sin({h} * w + 1)
    h.sum().backward(retain_graph=True)
    w.grad = None
"""
IN_FULL = TraceLimits(operations=10**9, steps=10**9)


def shortened_otherwise(h, change=lambda trace: None):
    """Return the comparison of a training with itself, of which each side shows other iterations, with one side changed."""
    whole = built_in.run(LOOP.format(h=h), trace_limits=IN_FULL, stdout=io.StringIO(), stderr=io.StringIO()).trace
    sides = [shortened(whole, long) for long in (240, 400)]
    assert all(any(step.kind == "omitted" for step in side.steps) for side in sides)
    change(sides[1])
    return agreement(*sides)


@pytest.mark.parametrize("h", ["h.detach()", "h"])
def test_what_one_side_leaves_out_is_no_difference(h):
    found = shortened_otherwise(h)
    assert not found.differences and any(None in row for row in found.rows)


@pytest.mark.parametrize("place", [0, -1])
def test_passes_that_both_sides_show_are_compared(place):
    def change(trace):
        step = [step for step in trace.steps if step.kind == "accumulate"][place]
        trace.values.append(copy.deepcopy(trace.values[step.after]))
        trace.values[-1].data[0] += 1
        step.after = len(trace.values) - 1

    assert "gradient" in said(shortened_otherwise("h.detach()", change))


@pytest.mark.parametrize("place", [0, -1])
def test_a_step_that_is_missing_in_a_pass_that_both_show_is_a_difference(place):
    def change(trace):
        del trace.steps[[i for i, step in enumerate(trace.steps) if step.kind == "accumulate"][place]]

    assert "step" in said(shortened_otherwise("h.detach()", change))
