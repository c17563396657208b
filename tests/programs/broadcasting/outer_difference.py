import torch

p = torch.tensor([0.0, 1.0, 3.0], requires_grad=True)
d = p[:, None] - p[None, :]
print(d)
energy = (d ** 2).sum()
energy.backward()
print(energy, p.grad)
