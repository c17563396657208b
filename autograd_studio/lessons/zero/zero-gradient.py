import torch
import torch.nn.functional as F

live = torch.tensor([1., -2.], requires_grad=True)
dead = torch.tensor([-1., -2.], requires_grad=True)
off = torch.tensor([1., 2.], requires_grad=True)
a = F.relu(live)
b = F.relu(dead)
c = 0 * off
(a + b + c).sum().backward()
print(live.grad)  # tensor([1., 0.])
print(dead.grad)  # tensor([0., 0.])
print(off.grad)   # tensor([0., 0.])
