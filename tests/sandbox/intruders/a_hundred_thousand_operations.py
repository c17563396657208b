import torch
x = torch.tensor(1.0, requires_grad=True)
for _ in range(100_000):
    x = x * 1.0001
x.backward()
