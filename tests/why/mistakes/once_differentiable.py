import torch
from torch.autograd.function import once_differentiable
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g
x = torch.tensor(3.0, requires_grad=True)
g, = torch.autograd.grad(Sq.apply(x), x, create_graph=True)
g.backward()
# -> g error 9 once_differentiable
