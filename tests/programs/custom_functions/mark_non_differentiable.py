import torch


class TopOne(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        value, index = x.max(0)
        ctx.mark_non_differentiable(index)
        ctx.save_for_backward(index)
        ctx.n = x.numel()
        return value, index

    @staticmethod
    def backward(ctx, g, g_index):
        index, = ctx.saved_tensors
        out = torch.zeros(ctx.n)
        out[index] = g
        return out


x = torch.tensor([1.0, 5.0, 2.0], requires_grad=True)
v, i = TopOne.apply(x)
print(v, i, i.requires_grad)
v.backward()
print(x.grad)
