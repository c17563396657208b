import torch
import torch.nn.functional as F

torch.manual_seed(0)
z1 = F.normalize(torch.randn(3, 4), dim=1).requires_grad_()
z2 = F.normalize(torch.randn(3, 4), dim=1)
sim = z1 @ z2.t() / 0.5
loss = F.cross_entropy(sim, torch.arange(3))
loss.backward()
print(f'{loss.item():.4f}', z1.grad)
