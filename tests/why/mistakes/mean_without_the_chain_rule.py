import torch


class Mean(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.count = x.numel()
        return x.mean()

    @staticmethod
    def backward(ctx, grad_output):
        return torch.ones(ctx.count) / ctx.count


x = torch.ones(4, requires_grad=True)
(Mean.apply(x) * 10).backward()
print(x.grad)
# -> x wrong 12 upstream_ignored
