import torch


class Poly(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, coefficients, *, power=None):
        return x

    @staticmethod
    def backward(ctx, g):
        return g, None


x = torch.tensor(1.0, requires_grad=True)
try:
    Poly.apply(x, [1, 2], power=3)
except TypeError as e:
    print(e)
print(Poly.apply(x, {'a': 1}).grad_fn.next_functions)
