import torch
from torch import autograd, nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1))
real, fake = torch.randn(4, 2), torch.randn(4, 2)
alpha = torch.rand(4, 1)
between = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
scores = critic(between)
(gradients,) = autograd.grad(
    outputs=scores, inputs=between, grad_outputs=torch.ones_like(scores), create_graph=True, retain_graph=True
)
penalty = ((gradients.norm(2, dim=1) - 1) ** 2).mean()
loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
loss.backward()
print(penalty.item(), critic[0].weight.grad)
