import torch

x = torch.tensor([[1.0, -2.0], [-3.0, 4.0]], requires_grad=True)
pos = x[x > 0]
print(pos)
(pos ** 2).sum().backward()
print(x.grad)
