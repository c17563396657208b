"""Updates recorded on PyTorch: each optimizer's card gives what PyTorch wrote, and learning is a phase of its own."""

import pytest
import torch

from autograd_studio import record
from autograd_studio.view.narration.phases import phases

from ..view.test_updates import OPTIMIZERS, check_card, moves

pytestmark = pytest.mark.torch


def trained(optimizer: str):
    w = torch.tensor([1.0, -0.5], requires_grad=True)
    b = torch.tensor(0.5, requires_grad=True)
    x = torch.tensor([1.0, 2.0])
    with record() as run:
        opt = eval(f"torch.optim.{optimizer}", {"torch": torch, "w": w, "b": b})
        for _ in range(2):
            opt.zero_grad()
            loss = ((w * x).sum() + b - 3) ** 2
            loss.backward()
            opt.step()
    return run.trace


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_what_the_card_of_an_optimizers_step_says_is_what_pytorch_did(optimizer):
    trace = trained(optimizer)
    found = moves(trace)
    assert len(found) == 4
    is_plain = optimizer == "SGD([w, b], lr=0.05)"
    for step, shown in found:
        check_card(trace, step, shown.card)
        assert (shown.card.of[1][1] == "lr") == is_plain
    for step, phase in zip(trace.steps, phases(trace), strict=True):
        assert (phase == "update") == (step.kind in ("grad", "write")), step.kind


def test_an_update_by_hand_is_learning_on_pytorch_too():
    w = torch.tensor([1.0, -0.5], requires_grad=True)
    with record() as run:
        (w * w).sum().backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
        w.grad = None
    ((step, shown),) = moves(run.trace)
    check_card(run.trace, step, shown.card)
    assert shown.card.of[1][:2] == ["-", "0.1"]
