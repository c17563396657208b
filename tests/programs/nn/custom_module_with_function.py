import torch
from torch import nn


class ClampFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(0, 1)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ((x >= 0) & (x <= 1))


class Clamp(nn.Module):
    def forward(self, x):
        return ClampFn.apply(x)


net = nn.Sequential(Clamp(), Clamp())
x = torch.tensor([-0.5, 0.5, 1.5], requires_grad=True)
net(x).sum().backward()
print(net, x.grad)
