import torch


class Base(torch.autograd.Function):
    factor = 1

    @classmethod
    def scale(cls):
        return cls.factor

    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * k

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None


class Triple(Base):
    factor = 3


x = torch.tensor(2.0, requires_grad=True)
y = Triple.apply(x, Triple.scale())
print(y, y.grad_fn.name())
y.backward()
print(x.grad)
