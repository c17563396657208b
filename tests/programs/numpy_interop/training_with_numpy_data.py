import numpy as np
import torch

rng = np.random.RandomState(0)
X = rng.randn(20, 2).astype(np.float32)
y = X @ np.array([1.5, -2.0], dtype=np.float32) + 0.5
Xt, yt = torch.from_numpy(X), torch.from_numpy(y)
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for _ in range(6):
    loss = ((Xt @ w + b - yt) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
    w.grad = b.grad = None
print(f'{loss.item():.3f}', w.detach().numpy().round(2), b.item().__round__(2))
