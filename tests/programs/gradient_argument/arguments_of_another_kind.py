import torch
from torch.autograd import backward, grad
from torch.autograd.graph import GradientEdge

x = torch.ones(2, requires_grad=True)
y = x * 2
for call in (
    lambda: y.sum().backward(inputs=[1]),
    lambda: y.sum().backward(inputs=[None]),
    lambda: y.sum().backward(inputs=torch.ones(2)),
    lambda: backward(y.sum(), inputs=(x, "x")),
    lambda: grad(y.sum(), "x"),
    lambda: grad(y.sum(), [[x]]),
    lambda: grad(y.sum(), 1),
    lambda: grad([1], x),
    lambda: grad([None], x),
    lambda: backward("y"),
    lambda: backward(1),
    lambda: grad({"y": y.sum()}, x),
):
    try:
        print(call())
    except (AssertionError, RuntimeError, TypeError) as e:
        print(type(e).__name__, e)
print(grad(y.sum(), x, None, True, False, False))
print(grad(y.sum(), (x, torch.ones(1, requires_grad=True)), None, True, False, True, True))
print(grad(y.sum(), GradientEdge(y.grad_fn, 0, y.grad_fn)), len(GradientEdge(y.grad_fn, 0)))
