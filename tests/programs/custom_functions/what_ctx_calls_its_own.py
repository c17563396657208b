# Attributes of ctx that a Function is free to use, and one that hides a method.
import torch


class Named(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, name):
        ctx.name, ctx.index, ctx.inputs, ctx.shape = name, 3, (x,), x.shape
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print(ctx.name, ctx.index, ctx.shape)
        return grad * 2, None


x = torch.ones(2, requires_grad=True)
y = Named.apply(x, "doubling")
print(y, y.grad_fn.name)
y.sum().backward()
print(x.grad)

a, b = torch.tensor([2.0, 3.0], requires_grad=True), torch.tensor([0.5, 2.0], requires_grad=True)
torch.float_power(a, b).sum().backward()
print(a.grad, b.grad)

with torch.autograd.detect_anomaly(check_nan=True):
    Named.apply(x * float("nan"), "not a number").sum().backward()
