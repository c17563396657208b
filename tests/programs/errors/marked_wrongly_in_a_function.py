import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


class Marked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, mark):
        mark(ctx)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


x = torch.ones(2, requires_grad=True)
attempt(lambda: Marked.apply(x, lambda ctx: ctx.mark_non_differentiable(1)))
attempt(lambda: Marked.apply(x, lambda ctx: ctx.set_materialize_grads(1)))
attempt(lambda: Marked.apply(x, lambda ctx: ctx.save_for_backward(1)))
attempt(lambda: Marked.apply(x, lambda ctx: ctx.save_for_backward([x])))
attempt(lambda: Marked.apply(x, lambda ctx: None))
