import torch


class BinarySign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * (x.abs() <= 1).float()


x = torch.tensor([-2.0, -0.5, 0.0, 3.0], requires_grad=True)
BinarySign.apply(x).sum().backward()
print(x.grad)
