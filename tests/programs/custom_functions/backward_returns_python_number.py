import torch


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return 2.0


x = torch.tensor(4.0, requires_grad=True)
try:
    Bad.apply(x).backward()
except (RuntimeError, TypeError) as e:
    print(type(e).__name__, e)
