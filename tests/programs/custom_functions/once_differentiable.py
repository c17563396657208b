import torch
from torch.autograd.function import once_differentiable


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 3 * x ** 2 * g


x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(Cube.apply(x), x, create_graph=True)
print(g)
try:
    torch.autograd.grad(g, x)
except RuntimeError as e:
    print(e)
