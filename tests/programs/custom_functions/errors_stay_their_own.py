# What a Function raises in its backward reaches the program as it is, with what caused it.
import numpy as np
import torch


class Unequal(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return torch.from_numpy(grad.numpy() + np.ones(3))


class Chained(Unequal):
    @staticmethod
    def backward(ctx, grad):
        try:
            {}["scale"]
        except KeyError:
            raise ValueError("no scale")


for function in (Unequal, Chained):
    x = torch.ones(2, requires_grad=True)
    try:
        function.apply(x).sum().backward()
    except ValueError as error:
        print(type(error).__name__, error, repr(error.__context__), error.__suppress_context__)
