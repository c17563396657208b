import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.slope = 3 * x ** 2
        return x ** 3

    @staticmethod
    def backward(ctx, g):
        return g * ctx.slope


x = torch.tensor(2.0, requires_grad=True)
y = Cube.apply(x)
g, = torch.autograd.grad(y, x, create_graph=True)
print(g)
try:
    print(torch.autograd.grad(g, x))
except RuntimeError as e:
    print(e)
