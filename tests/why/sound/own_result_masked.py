import torch
class Threshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        r = g * 2
        r[x < 0] = 0
        r.masked_fill_(x > 2, 1.0)
        return r
x = torch.tensor([-1.0, 1.0, 3.0], requires_grad=True)
Threshold.apply(x).sum().backward()
print(x.grad)
