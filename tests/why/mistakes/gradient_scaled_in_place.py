import torch
class GradScale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x.clone()
    @staticmethod
    def backward(ctx, grad):
        return grad.mul_(ctx.k), None
x = torch.tensor([1.0, 2.0], requires_grad=True)
q = x * 1.5
r = GradScale.apply(q, 0.1) + q
r.sum().backward()
print(x.grad)
# -> a tensor error 9 gradient_overwritten
