import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 3 * x ** 2 * g


x = torch.tensor([2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: (print('pack', t), t + 1)[1], lambda t: (print('unpack', t), t)[1]):
    y = Cube.apply(x)
y.backward()
print(x.grad)
