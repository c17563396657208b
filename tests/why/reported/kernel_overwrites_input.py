import torch

class FusedSquareLoss(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        value = (x ** 2).sum()
        x.data.mul_(2.0)
        ctx.save_for_backward(x)
        return value

    @staticmethod
    def backward(ctx, g):
        (slope,) = ctx.saved_tensors
        return g * slope

a = torch.tensor([0.0, 0.5, 1.0], requires_grad=True)
b = a.exp()
loss = FusedSquareLoss.apply(b)
loss.backward()
print(a.grad)
# => wrong 7: the fused loss stores its gradient in the memory of its input, which exp has saved as its result
