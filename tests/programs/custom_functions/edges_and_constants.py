import torch


class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, k, b):
        return a * k + b

    @staticmethod
    def backward(ctx, g):
        return g, None, g


a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(1.0)
y = Fn.apply(a, 2, b)
print(len(y.grad_fn.next_functions), y.grad_fn.next_functions[1])
print(y.grad_fn)
print(type(y.grad_fn).__name__)
