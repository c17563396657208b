import torch


def f(x):
    return (x ** 2 * torch.sin(x)).sum()


x = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
f(x).backward()
eps = 1e-6
numeric = torch.zeros(3, dtype=torch.float64)
for i in range(3):
    up, down = x.detach().clone(), x.detach().clone()
    up[i] += eps
    down[i] -= eps
    numeric[i] = (f(up) - f(down)) / (2 * eps)
print(x.grad)
print(numeric)
print((x.grad - numeric).abs().max().item() < 1e-8)
