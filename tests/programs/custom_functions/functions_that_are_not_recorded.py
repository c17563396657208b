# Under no_grad a Function still runs; what it returns has no history, and an input comes back as an alias.
import torch


class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class Inner(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            return x * 3

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


for leaf in (torch.ones(2, requires_grad=True), torch.ones(2)):
    for function in (Same, Twice, Inner):
        with torch.no_grad():
            out = function.apply(leaf)
        print(function.__name__, out is leaf, out, out.is_leaf, out._is_view(), out._version)
    print(leaf)
weight = torch.nn.Parameter(torch.ones(2))
with torch.no_grad():
    out = Same.apply(weight)
print(type(out).__name__, out.requires_grad, out.data_ptr() == weight.data_ptr())
print(Inner.apply(weight), Inner.apply(weight.detach()))
