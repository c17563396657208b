import torch


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, g1, g2):
        print(g1, g2)
        total = 0
        if g1 is not None:
            total = total + 2 * g1
        if g2 is not None:
            total = total + 3 * g2
        return total


x = torch.tensor(1.0, requires_grad=True)
a, b = Two.apply(x)
b.backward()
print(x.grad)
