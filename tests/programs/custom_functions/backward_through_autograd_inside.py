import torch


class Checkpoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, f, x):
        ctx.f = f
        ctx.save_for_backward(x)
        return f(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            y = ctx.f(x)
        gx, = torch.autograd.grad(y, x, g)
        return None, gx


x = torch.tensor([0.5, 1.0], requires_grad=True)
y = Checkpoint.apply(lambda t: (t ** 2).sin(), x)
y.sum().backward()
print(x.grad)
