import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        dx = 3 * x ** 2
        result = x ** 3
        ctx.save_for_backward(x, dx)
        return result, dx

    @staticmethod
    def backward(ctx, grad_output, grad_dx):
        x, dx = ctx.saved_tensors
        return grad_output * dx + grad_dx * 6 * x


x = torch.tensor([2.0], requires_grad=True, dtype=torch.double)
y, _ = Cube.apply(x)
g, = torch.autograd.grad(y, x, create_graph=True)
print(y, g)
g2, = torch.autograd.grad(g, x)
print(g2)
