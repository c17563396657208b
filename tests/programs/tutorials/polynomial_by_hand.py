import math
import torch

dtype = torch.float
x = torch.linspace(-math.pi, math.pi, 200, dtype=dtype)
y = torch.sin(x)

torch.manual_seed(1)
a, b, c, d = (torch.randn((), dtype=dtype) for _ in range(4))
rate = 1e-6
for t in range(300):
    y_pred = a + b * x + c * x ** 2 + d * x ** 3
    loss = (y_pred - y).pow(2).sum().item()
    if t % 100 == 99:
        print(t, round(loss, 2))
    grad_y = 2.0 * (y_pred - y)
    grad_a = grad_y.sum()
    grad_b = (grad_y * x).sum()
    grad_c = (grad_y * x ** 2).sum()
    grad_d = (grad_y * x ** 3).sum()
    a -= rate * grad_a
    b -= rate * grad_b
    c -= rate * grad_c
    d -= rate * grad_d
print(f'y = {a.item():.3f} + {b.item():.3f} x + {c.item():.3f} x^2 + {d.item():.3f} x^3')
