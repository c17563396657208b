import torch

x = torch.tensor([-1.0, 2.0, -3.0], requires_grad=True)
v = torch.tensor([10.0, 20.0], requires_grad=True)
y = x.clone()
y[x < 0] = v
print(y)
(y * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(x.grad, v.grad)
