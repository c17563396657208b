import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
real = torch.randn(3, 2)
fake = torch.randn(3, 2)
eps = torch.rand(3, 1)
mix = (eps * real + (1 - eps) * fake).requires_grad_(True)
score = critic(mix)
grads = torch.autograd.grad(score, mix, torch.ones_like(score), create_graph=True, retain_graph=True)[0]
gp = ((grads.norm(2, dim=1) - 1) ** 2).mean()
gp.backward()
for name, p in critic.named_parameters():
    print(name, None if p.grad is None else tuple(p.grad.shape))
print(f'{gp.item():.4f}', f'{critic[0].weight.grad.abs().sum().item():.3f}')
