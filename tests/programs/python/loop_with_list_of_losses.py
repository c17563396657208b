import torch

w = torch.tensor([0.5, -0.5], requires_grad=True)
losses = []
for target in (1.0, 2.0, 3.0):
    losses.append(((w - target) ** 2).sum())
total = torch.stack(losses).mean()
total.backward()
print([round(l.item(), 3) for l in losses], total, w.grad)
