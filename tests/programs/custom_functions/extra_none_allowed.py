import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * k

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None, None, None


x = torch.tensor(2.0, requires_grad=True)
Scale.apply(x, 3).backward()
print(x.grad)
