import torch


class Double(torch.autograd.Function):
    clear_saved_tensors_on_access = True

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        print(ctx.saved_tensors)
        try:
            ctx.saved_tensors
        except RuntimeError as e:
            print(e)
        return g * 2


x = torch.ones(2, requires_grad=True)
Double.apply(x).sum().backward()
print(x.grad)
