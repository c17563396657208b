import torch

b = torch.tensor([1.0, 2.0], requires_grad=True)
e = b.expand(3, 2)
print(e, e.stride())
(e * torch.tensor([[1.0], [2.0], [3.0]])).sum().backward()
print(b.grad)
