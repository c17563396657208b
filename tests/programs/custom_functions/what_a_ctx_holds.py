# vars(ctx) holds what the author put there; what PyTorch keeps is elsewhere.
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k, ctx.shape = k, x.shape
        ctx.set_materialize_grads(False)
        print(vars(ctx), hasattr(ctx, "materialize_grads"), ctx.needs_input_grad)
        return x * k

    @staticmethod
    def backward(ctx, grad):
        ctx.needs_input_grad = "overwritten"
        print(sorted(vars(ctx)), ctx.to_save, ctx.dirty_tensors, ctx.non_differentiable)
        return grad * ctx.k, None


x = torch.ones(2, requires_grad=True)
y = Scale.apply(x, 3.0)
y.grad_fn.note = "mine"
y.sum().backward()
print(x.grad, y.grad_fn.__dict__)
