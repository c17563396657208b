import torch


class Fragile(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        table = {}
        return table['gradient']


x = torch.tensor([4.0], requires_grad=True)
y = Fragile.apply(x)
print(y)
y.backward()
