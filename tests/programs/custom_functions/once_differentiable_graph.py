import torch
from torch.autograd.function import once_differentiable


class Mixed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, y):
        ctx.factor = factor
        ctx.save_for_backward(x, y)
        return x * factor * y

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * ctx.factor * y, None, g * ctx.factor * x


x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
g, = torch.autograd.grad(Mixed.apply(x, 4, y), x, create_graph=True)
print(g, g.grad_fn.name(), [node and node.name() for node, _ in g.grad_fn.next_functions])
try:
    g.backward()
except RuntimeError as e:
    print(e)
