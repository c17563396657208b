"""Pairs of programs that are worth comparing: what the Compare page starts from."""

from __future__ import annotations

from dataclasses import dataclass

from autograd_studio.outline.forms import MOST_TEXT, at_most

from ...catalogue import say


@dataclass(frozen=True)
class Programs:
    """The form of the Compare page; `on_torch` is whether the right program runs on PyTorch: it is the left one then."""

    left: str = at_most(MOST_TEXT)
    right: str = at_most(MOST_TEXT)
    on_torch: bool = False


def changed(program: str, before: str, after: str) -> Programs:
    """Return a program beside itself with one piece replaced."""
    return Programs(program, program.replace(before, after))


RELU = """\
import torch

class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input

x = torch.tensor([-1.0, 2.0], requires_grad=True)
q = x * 1
p = MyReLU.apply(x)
(p + q).backward(torch.ones(2))
print(x.grad)
"""

DETACH = """\
import torch

x = torch.tensor(3.0, requires_grad=True)
factor = x * 2
y = x * factor
y.backward()
print(x.grad)
"""

RETAIN = """\
import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward(retain_graph=True)
y.backward()
print(x.grad)
"""

ZERO = """\
import torch

w = torch.tensor(0.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
for epoch in range(3):
    optimizer.zero_grad()
    loss = (w - 3) ** 2
    loss.backward()
    optimizer.step()
print(w)
"""

BY_HAND = """\
import torch

class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * (1 - y)

x = torch.tensor([0.5, -1.0], requires_grad=True)
h = Tanh.apply(x)
loss = (h * h).sum()
loss.backward()
print(x.grad)
"""

PAIRS: dict[str, Programs] = {
    say("web.pair.clone"): Programs(RELU.replace("grad_output.clone()", "grad_output"), RELU),
    say("web.pair.detach"): changed(DETACH, "x * 2\n", "(x * 2).detach()\n"),
    say("web.pair.retain"): changed(RETAIN, "retain_graph=True", ""),
    say("web.pair.zero_grad"): changed(ZERO, "    optimizer.zero_grad()\n", ""),
    say("web.pair.by_hand"): changed(BY_HAND, "Tanh.apply(x)", "x.tanh()"),
}
