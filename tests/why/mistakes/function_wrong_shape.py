import torch

class Total(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum(dim=0)

    @staticmethod
    def backward(ctx, grad):
        return grad.sum().expand(5)

x = torch.ones(2, 3, requires_grad=True)
out = Total.apply(x).sum()
out.backward()
# -> out error 10 gradient_shape
