import torch

a = torch.tensor(2.0, requires_grad=True)
x = torch.tensor(1.0)
for _ in range(6):
    x = 0.5 * (x + a / x)
x.backward()
print(f'{x.item():.6f} {a.grad.item():.6f} {0.5 / 2 ** 0.5:.6f}')
