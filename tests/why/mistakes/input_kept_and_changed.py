import torch
class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a * b
    @staticmethod
    def backward(ctx, g):
        return g * ctx.b, g * ctx.a
a = torch.tensor([2.0], requires_grad=True)
k = torch.tensor([3.0])
out = Mul.apply(a, k)
k.zero_()
out.backward()
print(a.grad)
# -> a wrong 13 kept_on_ctx
