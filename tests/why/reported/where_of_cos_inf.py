import torch

dist = torch.tensor([0.4, 1.1, float("inf")], requires_grad=True)

wave = 0.5 * torch.cos(dist * 3.14159 / 2.0) + 0.5
cut = torch.where(dist < 2.0, wave, torch.zeros_like(wave))
energy = cut.sum()
energy.backward()
print(energy)
print(dist.grad)
# => nan 5: cos has no value at infinity; the cutoff with where() comes after it
