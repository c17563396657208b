# What a Function saved, and its place in the graph, cannot be assigned.
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        for name in ("saved_tensors", "next_functions", "metadata"):
            try:
                setattr(ctx, name, (x,))
            except AttributeError as error:
                print(error)
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad


x = torch.tensor([1.0, 3.0], requires_grad=True)
Square.apply(x).sum().backward()
print(x.grad)
