import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
total = 0.0
for x in (1.0, 2.0):
    total += (w * x).sum().item()
total.backward()
