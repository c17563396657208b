import torch
from torch.autograd import Function


class ReverseGrad(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.alpha, None


x = torch.tensor([1.0, -2.0], requires_grad=True)
y = ReverseGrad.apply(x, 0.5)
print(y)
(y ** 2).sum().backward()
print(x.grad)
