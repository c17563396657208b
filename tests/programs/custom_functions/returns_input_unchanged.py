import torch


class Identity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        print('seen', g)
        return g * 2


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Identity.apply(x)
print(y is x, y.grad_fn.name())
y.sum().backward()
print(x.grad)
