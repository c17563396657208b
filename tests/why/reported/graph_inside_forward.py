import torch

class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        inner = x.detach().requires_grad_()
        ctx.inner = inner
        with torch.enable_grad():
            ctx.out = inner ** 3
        return ctx.out.detach()

    @staticmethod
    def backward(ctx, g):
        return torch.autograd.grad(ctx.out, ctx.inner, g, create_graph=True)[0]

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Cube.apply(x).sum()
(d1,) = torch.autograd.grad(y, x, create_graph=True)
print(d1)
d1.pow(2).sum().backward()
print(x.grad)
# => wrong 6: the graph inside forward hangs on a detached copy, so a second derivative finds no way to x
