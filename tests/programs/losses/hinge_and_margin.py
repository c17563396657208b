import torch
import torch.nn.functional as F

s = torch.tensor([0.3, -0.4, 2.0], requires_grad=True)
y = torch.tensor([1.0, 1.0, -1.0])
hinge = torch.clamp(1 - y * s, min=0).mean()
hinge.backward()
print(hinge, s.grad)
a, b = torch.tensor([1.0, 0.2], requires_grad=True), torch.tensor([0.5, 0.5], requires_grad=True)
loss = F.margin_ranking_loss(a, b, torch.tensor([1.0, 1.0]), margin=0.1)
loss.backward()
print(loss, a.grad, b.grad)
