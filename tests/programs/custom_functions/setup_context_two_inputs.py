import torch


class Hypot(torch.autograd.Function):
    @staticmethod
    def forward(a, b):
        return torch.sqrt(a * a + b * b)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output)

    @staticmethod
    def backward(ctx, g):
        a, b, r = ctx.saved_tensors
        return g * a / r, g * b / r


a = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(4.0, requires_grad=True)
r = Hypot.apply(a, b)
r.backward()
print(r, a.grad, b.grad)
