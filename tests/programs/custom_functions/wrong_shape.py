import torch


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(5)


x = torch.ones(3, requires_grad=True)
try:
    Bad.apply(x).sum().backward()
except RuntimeError as e:
    print(e)
