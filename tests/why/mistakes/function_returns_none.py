import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x, k)
        return x * k

    @staticmethod
    def backward(ctx, grad):
        x, k = ctx.saved_tensors
        return grad * k, None

x = torch.tensor(2.0, requires_grad=True)
k = torch.tensor(3.0, requires_grad=True)
Scale.apply(x, k).backward()
print(x.grad, k.grad)
# -> k none 12 function_none
