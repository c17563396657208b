import torch


class Sin(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sin(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * Cos.apply(x)


class Cos(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.cos(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return -g * Sin.apply(x)


x = torch.tensor(1.0, requires_grad=True)
y = Sin.apply(x)
for k in range(4):
    y, = torch.autograd.grad(y, x, create_graph=True)
    print(k + 1, y)
