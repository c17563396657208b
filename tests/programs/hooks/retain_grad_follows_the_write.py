import torch

base = torch.tensor([1.0, 2.0], requires_grad=True).clone()
view = base[:]
other = base[:1]
view.retain_grad()
other.retain_grad()
view.mul_(2)
(view.sum() + 5 * other.sum()).backward()
print(view.grad, other.grad)
