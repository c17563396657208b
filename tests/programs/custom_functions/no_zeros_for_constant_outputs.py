import torch


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, zeros):
        first, second = x.clone(), x.clone()
        ctx.mark_non_differentiable(second)
        ctx._materialize_non_diff_grads = zeros
        return first, second

    @staticmethod
    def backward(ctx, g, h):
        print(g, h)
        return g, None


x = torch.tensor(1.0, requires_grad=True)
Two.apply(x, True)[0].backward()
Two.apply(x, False)[0].backward()
try:
    torch.autograd.Function.vmap(None, None)
except NotImplementedError as e:
    print(e)
