import math
import torch


class LegendrePolynomial3(torch.autograd.Function):
    """P3(x) = (5x^3 - 3x) / 2, with its derivative written by hand."""

    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input ** 3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input ** 2 - 1)


x = torch.linspace(-math.pi, math.pi, 40)
y = torch.sin(x)
a = torch.full((), 0.0, requires_grad=True)
b = torch.full((), -1.0, requires_grad=True)
c = torch.full((), 0.1, requires_grad=True)
d = torch.full((), 0.3, requires_grad=True)

for t in range(3):
    P3 = LegendrePolynomial3.apply
    y_pred = a + b * P3(c + d * x)
    loss = (y_pred - y).pow(2).sum()
    print(t, f'{loss.item():.3f}')
    loss.backward()
    with torch.no_grad():
        for p in (a, b, c, d):
            p -= 5e-5 * p.grad
            p.grad = None
print(f'y = {a.item():.4f} + {b.item():.4f} P3({c.item():.4f} + {d.item():.4f} x)')
