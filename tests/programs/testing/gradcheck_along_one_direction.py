# fast_mode compares v J u for one random u and v instead of whole Jacobians.
import torch
from torch.autograd import gradcheck, gradgradcheck


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, error):
        ctx.save_for_backward(x)
        ctx.error = error
        return x**2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return (2 * x + ctx.error) * grad, None


x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
for name, call in {
    "right": lambda: gradcheck(lambda t: Square.apply(t, 0.0), x, fast_mode=True),
    "twice": lambda: gradgradcheck(torch.sin, x, torch.ones(2, dtype=torch.double), fast_mode=True),
    "several": lambda: gradcheck(lambda t: (t * 2, t.argmax(), t.sum()), x, fast_mode=True),
    "detached": lambda: gradcheck(lambda t: t.detach(), x, fast_mode=True),
    "rounded": lambda: gradcheck(lambda t: t.round(), x, fast_mode=True),
    "empty": lambda: gradcheck(torch.sin, torch.zeros(0, dtype=torch.double, requires_grad=True), fast_mode=True),
    "wrong": lambda: gradcheck(lambda t: Square.apply(t, 1.0), x, fast_mode=True),
    "told": lambda: gradcheck(lambda t: Square.apply(t, 1.0), x, fast_mode=True, raise_exception=False),
}.items():
    try:
        print(name, call())
    except RuntimeError as error:
        print(name, str(error).split("\n")[0])
