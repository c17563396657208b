import torch

w = torch.tensor(1.0, requires_grad=True)
m = v = 0.0
for t in range(1, 4):
    w.grad = None
    (w ** 3).backward()
    g = w.grad
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    with torch.no_grad():
        w -= 0.1 * (m / (1 - 0.9 ** t)) / ((v / (1 - 0.999 ** t)).sqrt() + 1e-8)
    print(t, f'{w.item():.5f}')
