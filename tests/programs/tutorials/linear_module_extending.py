import torch
from torch import nn


class LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w.t()

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w, g.t() @ x


class MyLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in))
        nn.init.uniform_(self.weight, -0.1, 0.1)
        self.register_parameter('bias', None)

    def forward(self, x):
        return LinearFunction.apply(x, self.weight)

    def extra_repr(self):
        return f'bias={self.bias is not None}'


torch.manual_seed(0)
layer = MyLinear(3, 2)
print(layer)
layer(torch.ones(1, 3)).sum().backward()
print(layer.weight.grad)
