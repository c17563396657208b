import torch


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.tanh(x)
        slope = 1 - y * y
        ctx.save_for_backward(slope)
        return y

    @staticmethod
    def backward(ctx, grad_output):
        (slope,) = ctx.saved_tensors
        return grad_output * slope


x = torch.tensor([0.3, -0.2], requires_grad=True)
(g,) = torch.autograd.grad(Tanh.apply(x).sum(), x, create_graph=True)
loss = (g**2).sum() + (x**2).sum()
loss.backward()
print(x.grad)
# -> g wrong 8 kept_on_ctx
