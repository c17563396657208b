import torch

class S(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.y = x.exp(); return ctx.y     # not save_for_backward: no version check
    @staticmethod
    def backward(ctx, g): return g * ctx.y
x = torch.tensor([1.], requires_grad=True)
y = S.apply(x); y.mul_(2); y.backward()
print(x.grad)                        # tensor([10.8731])   right answer 5.4366; save_for_backward would raise
