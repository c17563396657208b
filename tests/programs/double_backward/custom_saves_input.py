import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * 3 * x ** 2


x = torch.tensor(2.0, requires_grad=True)
y = Cube.apply(x)
g, = torch.autograd.grad(y, x, create_graph=True)
h, = torch.autograd.grad(g, x)
print(g, h)
