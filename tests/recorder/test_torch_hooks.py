"""Hooks on real PyTorch: each has a step, as on the built-in engine, and afterwards they are what they were."""

import pytest
import torch
from torch import nn

from autograd_studio import record
from autograd_studio.sandbox.answer.references import check_references
from tools.compare_engines import differences

from ..support.corpus import PROGRAMS

pytestmark = pytest.mark.torch

NAMES = [name for name in PROGRAMS if name.startswith("hooks/") or name == "lessons/hook-before-in-place"]

# docs/agreement.md says why.
DIFFERENT = {"in_place_edit_in_hook", "post_accumulate", "post_accumulate_hook_returns_a_tensor"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_both_engines_tell_the_same_hooks(name):
    assert ("hooks" in differences(name)) == (name.partition("/")[2] in DIFFERENT)


def double(*gradients):
    return tuple(grad if grad is None else grad * 2 for grad in gradients[0])


def double_of(grad):
    return grad * 2


def clear(leaf):
    leaf.grad.zero_()


def hooks(run):
    """Return the hook steps of a recording: kind, name, and what went in and out, as lists of numbers."""
    check_references(run.trace)
    steps = [step for step in run.trace.steps if step.kind == "hook"]
    return [
        (step.how, step.text, *(numbers(run, values) for values in (step.incoming, step.outgoing))) for step in steps
    ]


def numbers(run, values):
    return [None if value is None else run.trace.values[value].data for value in values]


def test_hooks_that_were_there_before_the_recording():
    w = torch.tensor([3.0], requires_grad=True)
    y = w * 5
    y.grad_fn.register_prehook(double)
    y.grad_fn.register_hook(double)
    w.register_hook(torch.neg)
    w.register_post_accumulate_grad_hook(clear)
    with record() as run:
        y.backward()
    assert hooks(run) == [
        ("pre", "double", [[1.0]], [[2.0]]),
        ("post", "double", [[10.0], None], [[20.0], None]),
        ("tensor", "neg", [[20.0]], [[-20.0]]),
        ("post_accumulate_grad", "clear", [[-20.0]], [[0.0]]),
    ]


def test_hooks_that_a_result_had_before_the_recording():
    w = torch.tensor([3.0], requires_grad=True)
    parts = [w * 5]
    parts[0].register_hook(torch.neg)
    loss = parts[0].square().sum()
    loss.register_hook(double_of)
    before = dict(loss._backward_hooks)
    with record() as run:
        loss.backward()
    assert hooks(run) == [
        ("tensor", "double_of", [[1.0]], [[2.0]]),
        ("tensor", "neg", [[60.0]], [[-60.0]]),
    ]
    assert w.grad.item() == -300.0
    assert dict(loss._backward_hooks) == before


def test_backward_hooks_of_a_module():
    layer = nn.Linear(1, 1, bias=False)
    nn.init.constant_(layer.weight, 3.0)
    layer.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 2,))
    layer.register_full_backward_hook(lambda module, made, received: (made[0] + 1,))
    x = torch.ones(1, 1, requires_grad=True)
    with record() as run:
        layer(x).sum().backward()
    assert [step[2:] for step in hooks(run)] == [([[1.0]], [[2.0]]), ([[6.0]], [[7.0]])]
    assert x.grad.item() == 7


def test_after_the_recording_hooks_are_what_they_were():
    w = torch.tensor([3.0], requires_grad=True)
    y = w * 5
    seen = []
    once = y.grad_fn.register_hook(lambda made, received: once.remove())
    always = y.grad_fn.register_prehook(seen.append)
    first = always.hooks_dict_ref()[always.id]
    for _ in range(2):
        with record() as run:
            y.backward(retain_graph=True)
    assert [step[0] for step in hooks(run)] == ["pre"]
    assert always.hooks_dict_ref() == {always.id: first}
    assert len(seen) == 2
    assert not once.hooks_dict_ref()


def test_a_pass_inside_a_hook_of_a_node():
    w = torch.tensor([3.0], requires_grad=True)
    v = torch.tensor([2.0], requires_grad=True)
    inner = v * v

    def inside(grads):
        if v.grad is None:
            inner.backward()

    y = w * 5
    y.grad_fn.register_prehook(inside)
    inner.grad_fn.register_prehook(double)
    with record() as run:
        y.backward()
    assert [step[:2] for step in hooks(run)] == [("pre", "double"), ("pre", "inside")]
    assert v.grad.item() == 8
