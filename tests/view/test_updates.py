"""Updates: learning is a phase of its own, and each step of an optimizer is what its card says."""

from itertools import groupby

import numpy as np
import pytest

from autograd_engine.torch import optim
from autograd_engine.trace.schema import Step, Trace
from autograd_studio.view.narration.phases import is_optimizer, phases
from autograd_studio.view.narration.rules import NAMES
from autograd_studio.view.payload.sheets import sheets_of

from ..support.payloads import payload
from ..support.pictures import traced

OPTIMIZERS = [
    "SGD([w, b], lr=0.05)",
    "SGD([w, b], lr=0.05, momentum=0.9)",
    "SGD([w, b], lr=0.05, momentum=0.9, nesterov=True, weight_decay=0.1)",
    "SGD([w, b], lr=0.05, weight_decay=0.1)",
    "SGD([w, b], lr=0.05, maximize=True)",
    "Adam([w, b], lr=0.1)",
    "Adam([w, b], lr=0.1, amsgrad=True, weight_decay=0.1)",
    "AdamW([w, b], lr=0.1)",
    "Adadelta([w, b])",
    "Adagrad([w, b], lr=0.1, lr_decay=0.1)",
    "RMSprop([w, b], lr=0.1)",
    "RMSprop([w, b], lr=0.1, momentum=0.5, centered=True)",
]
TRAINING = """import torch
w = torch.tensor([1.0, -0.5], requires_grad=True)
b = torch.tensor(0.5, requires_grad=True)
opt = torch.optim.{}
for i in range(3):
    opt.zero_grad()
    loss = ((w * torch.tensor([1.0, 2.0])).sum() + b - 3) ** 2
    loss.backward()
    opt.step()
"""
CLOSURE = """import torch
w = torch.tensor([1.0, -0.5], requires_grad=True)
opt = torch.optim.LBFGS([w], lr=0.5, max_iter=3)
def closure():
    opt.zero_grad()
    loss = ((w - 3) ** 2).sum()
    loss.backward()
    return loss
opt.step(closure)
"""
BY_HAND = """import torch
w = torch.tensor(1.0, requires_grad=True)
lr = 0.05
for i in range(2):
    loss = (w * 2 - 6) ** 2
    loss.backward()
    {}
"""
HANDS = {  # what is under the loop, with the operand of the rate on the card, None where the card says what ran
    "with torch.no_grad():\n        w -= lr * w.grad\n        w.grad.zero_()": "lr",
    "with torch.no_grad():\n        w -= 0.05 * w.grad\n    w.grad = None": "0.05",
    "with torch.no_grad(): w.sub_(w.grad, alpha=lr)\n    w.grad = None": "lr",
    "with torch.no_grad(): w.add_(w.grad, alpha=-0.05)\n    w.grad = None": "0.05",
    "w.data -= lr * w.grad.data\n    w.grad = None": "lr",
    "w.data.sub_(w.grad * lr)\n    w.grad = None": "lr",
    "with torch.no_grad(): w.copy_(w - lr * w.grad)\n    w.grad = None": "lr",
    "with torch.no_grad(): w -= lr * w.grad / 2\n    w.grad = None": None,
    "with torch.no_grad(): w.clamp_(0, 2)\n    w.grad = None": None,
}


def array(trace: Trace, value: int) -> np.ndarray:
    found = trace.values[value]
    return np.array(found.data, dtype=np.float32).reshape(found.shape)


def worked_out(trace: Trace, ref: object) -> np.ndarray | np.float32:
    """Return what an operand of a card comes to, as the player computes it."""
    if isinstance(ref, int):
        return array(trace, ref)
    if isinstance(ref, str):
        return np.float32(ref)
    sign, left, right = ref
    assert sign == "-"
    return worked_out(trace, left) - worked_out(trace, right)


def moves(trace: Trace) -> list[tuple]:
    """Return the writes in the phase "update", each with its step of the payload."""
    told = sheets_of(trace)
    found = [(step, told.steps[told.frame_of[i]]) for i, step in enumerate(trace.steps) if step.kind == "write"]
    return [(step, shown) for step, shown in found if shown.phase == "update"]


def check_card(trace: Trace, step: Step, card: object) -> None:
    """Fail unless what a card of an update puts together is what it gives."""
    before, *rest = (worked_out(trace, factor[2]) for factor in card.of)
    signs = [factor[0] for factor in card.of]
    if signs == ["", "+"]:
        after = before + rest[0]
    else:
        assert signs[0] == "" and signs[1] in "+-" and signs[2] == "*"
        after = before - rest[0] * rest[1] if signs[1] == "-" else before + rest[0] * rest[1]
    assert card.of[0][2] == step.before
    assert card.gives == step.after
    np.testing.assert_allclose(after, array(trace, step.after), rtol=3e-7, atol=1e-7)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_what_the_card_of_an_optimizers_step_says_is_what_happened(optimizer):
    trace = traced(TRAINING.format(optimizer))
    found = moves(trace)
    assert len(found) == 6
    is_plain = optimizer == "SGD([w, b], lr=0.05)"
    name = optimizer.partition("(")[0]
    for step, shown in found:
        check_card(trace, step, shown.card)
        assert [factor[1] for factor in shown.card.of][1] == ("lr" if is_plain else f"{name}'s step")
        assert "overwritten" not in shown.say + shown.caption
        assert shown.formula


def test_all_optimizers_of_the_engine_are_tried():
    tried = {one.partition("(")[0] for one in OPTIMIZERS} | {"LBFGS"}
    assert tried == set(NAMES.values())
    assert {name for name in vars(optim) if isinstance(getattr(optim, name), type)} - tried == {"Optimizer"}


def test_lbfgs_moves_by_what_it_found():
    trace = traced(CLOSURE)
    found = moves(trace)
    assert len(found) > 1
    for step, shown in found:
        check_card(trace, step, shown.card)
        assert shown.card.of[1][1] == "LBFGS's step"


@pytest.mark.parametrize("update", HANDS)
def test_an_update_by_hand_is_told_as_learning(update):
    trace = traced(BY_HAND.format(update))
    assert trace.error is None
    found = moves(trace)
    assert len(found) == 2
    for step, shown in found:
        assert "overwritten" not in shown.say + shown.caption
        assert shown.card.gives == step.after
        if HANDS[update]:
            check_card(trace, step, shown.card)
            assert shown.card.of[1][1] == HANDS[update]
            assert shown.caption.startswith("Learn: w steps against its gradient, from ")


@pytest.mark.parametrize("update", HANDS)
def test_the_phases_of_an_iteration_are_forward_backward_and_update(update):
    in_turn = [phase for phase, _ in groupby(phases(traced(BY_HAND.format(update))))]
    assert in_turn == ["forward", "backward", "update"] * 2


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_optimizers_update_and_clear_outside_of_the_forward_pass(optimizer):
    trace = traced(TRAINING.format(optimizer))
    for step, phase in zip(trace.steps, phases(trace), strict=True):
        is_learning = step.kind == "grad" or (step.kind == "write" and is_optimizer(trace.ops[step.op]))
        assert (phase == "update") == is_learning, step.kind


def test_what_is_written_before_the_first_pass_is_not_learning():
    start = "import torch\nw = torch.empty(2, requires_grad=True)\nwith torch.no_grad(): w.fill_(1.0)\n"
    source = f"{start}(w * 2).sum().backward()\n"
    assert "update" not in phases(traced(source))


@pytest.mark.parametrize(
    ("lines", "phase"),
    [
        ("w -= 0.1 * w.grad", "update"),
        ("(w * 2).backward()\nw.backward(torch.ones(3))", "backward"),
        ("y.backward()", "backward"),
        ("torch.ones(2, 3) @ torch.ones(2, 3)", "forward"),
    ],
)
def test_an_exception_is_of_the_phase_that_it_breaks_off(lines, phase):
    source = f"import torch\nw = torch.tensor(1.0, requires_grad=True)\ny = w * w\ny.backward()\n{lines}\n"
    last = payload(traced(source))["steps"][-1]
    assert (last["kind"], last["phase"]) == ("error", phase)


def test_parameters_that_move_together_are_one_beat():
    steps = payload(traced(TRAINING.format(OPTIMIZERS[5])))["steps"]
    writes = [step for step in steps if step["kind"] == "write"][:2]
    assert [step.get("beat") for step in writes] == ["Learn: Adam moves 2 parameters.", None]
    cleared = [step for step in steps if step["kind"] == "grad"][:2]
    assert [step.get("beat") for step in cleared] == ["2 gradients are emptied for the next pass.", None]
