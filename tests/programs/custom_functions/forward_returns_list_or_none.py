import torch


class ReturnsList(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return [x * 2, x * 3]

    @staticmethod
    def backward(ctx, *g):
        return g[0]


class ReturnsMixed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, 'label', None

    @staticmethod
    def backward(ctx, g, *rest):
        print(rest)
        return g * 2


x = torch.tensor(4.0, requires_grad=True)
try:
    print(ReturnsList.apply(x))
except TypeError as e:
    print(e)
y, label, nothing = ReturnsMixed.apply(x)
print(y, label, nothing)
y.backward()
print(x.grad)
