# What may be marked dirty: an input, changed in place and returned, that is no leaf and no view PyTorch protects.
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class Marks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, marked):
        y = x * 2
        ctx.mark_dirty(*marked(x, y))
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


def attempt(name, call):
    try:
        print(f"{name}: {call()}")
    except RuntimeError as error:
        print(f"{name}: {error}")


x = torch.tensor([1.0, 2.0], requires_grad=True)
attempt("computed", lambda: Double.apply(x * 1))
attempt("view", lambda: Double.apply((x * 1)[:1]))
attempt("leaf", lambda: Double.apply(x))
attempt("view of a leaf", lambda: Double.apply(x[:1]))
attempt("one of several views", lambda: Double.apply((x * 1).chunk(2)[0]))
attempt("one of a row", lambda: Double.apply((x * 1).unbind()[0]))
with torch.no_grad():
    view = (x * 1)[:1]
attempt("view made without recording", lambda: Double.apply(view))
attempt("a number", lambda: Marks.apply(x * 1, lambda x, y: (3,)))
attempt("not returned", lambda: Marks.apply(x * 1, lambda x, y: (x,)))
attempt("not an input", lambda: Marks.apply(x * 1, lambda x, y: (y,)))
print(x)
