import math
import numpy as np

x = np.linspace(-math.pi, math.pi, 200)
y = np.sin(x)
a, b, c, d = 0.3, -0.2, 0.1, 0.05
for t in range(500):
    y_pred = a + b * x + c * x ** 2 + d * x ** 3
    loss = np.square(y_pred - y).sum()
    if t % 100 == 99:
        print(t, f'{loss:.4f}')
    grad = 2.0 * (y_pred - y)
    a -= 1e-6 * grad.sum()
    b -= 1e-6 * (grad * x).sum()
    c -= 1e-6 * (grad * x ** 2).sum()
    d -= 1e-6 * (grad * x ** 3).sum()
print(f'{a:.4f} {b:.4f} {c:.4f} {d:.4f}')
