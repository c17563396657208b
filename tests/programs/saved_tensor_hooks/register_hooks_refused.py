import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * ctx.saved_tensors[0] * g


def attempt(call):
    try:
        call()
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, str(e).split('\n')[0])


a = torch.ones(2, requires_grad=True)
y = Square.apply(a)
first, second = y.grad_fn._raw_saved_tensors
attempt(lambda: second.register_hooks(lambda t: t, lambda t: t))
attempt(lambda: first.register_hooks(1, 1))
attempt(lambda: first.register_hooks(lambda t: t))
first.register_hooks(lambda t: 3 * t, lambda t: t)
attempt(lambda: first.register_hooks(lambda t: t, lambda t: t))
y.sum().backward()
print(a.grad)
attempt(lambda: y.grad_fn._raw_saved_tensors)
attempt(lambda: torch.autograd.SavedTensor())

columns = torch.ones(2, 2, requires_grad=True)[:, torch.tensor([0, 1])]
rows = columns.grad_fn._raw_saved_indices
print(len(rows))
attempt(lambda: rows[0].register_hooks(lambda t: t, lambda t: t))
z = a * a
raw = z.grad_fn._raw_saved_self
z.sum().backward()
attempt(lambda: raw.register_hooks(lambda t: t, lambda t: t))
