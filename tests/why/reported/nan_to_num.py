import torch

mask = torch.tensor([0.0, 1.0, 0.0, 1.0], requires_grad=True)
kernel = torch.tensor([0.5, 0.5])
soft = torch.stack([(mask[i:i + 2] * kernel).sum() for i in range(3)]) - 0.5
dist = -0.35 * torch.log(soft)
dist = torch.nan_to_num(dist, nan=0.0, posinf=0.0, neginf=0.0)
loss = dist.sum()
loss.backward()
print(loss)
print(mask.grad)
# => nan 6: log(0); nan_to_num repairs the value, but its slope 0 meets 1/0
