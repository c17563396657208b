import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.k = 2
        return x * 2

    @staticmethod
    def backward(ctx, g):
        print('backward', ctx.k)
        return g * ctx.k


x = torch.tensor(3.0, requires_grad=True)
y = Double.apply(x)
y.backward()
y.backward()
print(x.grad)
