import torch


class Fragile(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        raise ArithmeticError(f'cannot handle {g.item()}')


x = torch.tensor(4.0, requires_grad=True)
try:
    (Fragile.apply(x) * 3).backward()
except ArithmeticError as e:
    print(type(e).__name__, e)
print(x.grad)
