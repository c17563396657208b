import torch

x = torch.tensor(1.0, requires_grad=True)
steps = 0
while True:
    f = x ** 2 - 2
    f.backward()
    with torch.no_grad():
        new = x - f / x.grad
        done = (new - x).abs() < 1e-4
        x.copy_(new)
    x.grad = None
    steps += 1
    if done or steps > 20:
        break
print(steps, f'{x.item():.4f}')
