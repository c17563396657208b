import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x2 = x * 2
        return x ** 2
    @staticmethod
    def backward(ctx, g):
        return g * ctx.x2

x = torch.tensor(3.0, requires_grad=True)
y = Square.apply(x)
g, = torch.autograd.grad(y, x, create_graph=True)
gg, = torch.autograd.grad(g, x)
print(gg)
# -> g error 6 kept_on_ctx
