import torch


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 2

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * x


x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(Wrong.apply, x, raise_exception=False))
try:
    torch.autograd.gradcheck(Wrong.apply, x)
except RuntimeError as e:
    print(type(e).__name__)
    print(str(e).split('\n')[0])
