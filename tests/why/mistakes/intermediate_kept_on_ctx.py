import torch

class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        square = x * x
        ctx.slope = 3 * square
        return square * x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.slope

x = torch.tensor(2.0, requires_grad=True)
y = Cube.apply(x) ** 2
first, = torch.autograd.grad(y, x, create_graph=True)
second, = torch.autograd.grad(first, x)
print(first, second)
# -> x wrong 7 kept_on_ctx
