import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
c = torch.cat([a, b])
s = torch.stack([a, b])
s1 = torch.stack((a, b), dim=1)
print(c, s, s1)
print(c.grad_fn.name(), s.grad_fn.name())
(c * torch.arange(4.0)).sum().backward()
print(a.grad, b.grad)
(s * torch.tensor([[1.0], [10.0]])).sum().backward()
print(a.grad, b.grad)
print(torch.cat([s, s], dim=1).shape, torch.hstack([a, b]).shape, torch.vstack([a, b]).shape)
