import torch
class MyExp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y
    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        y *= g
        return y
x = torch.tensor([0.0, 1.0], requires_grad=True)
y = MyExp.apply(x)
z = y * 2
z.sum().backward()
print(y, x.grad)
# -> y wrong 11 gradient_overwritten
