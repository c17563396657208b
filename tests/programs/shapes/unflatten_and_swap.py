import torch

x = torch.arange(12.0, requires_grad=True)
u = x.unflatten(0, (3, 4))
print(u.shape, u.transpose(0, 1).shape, torch.squeeze(u.unsqueeze(0)).shape)
print(u.narrow(1, 1, 2), u.select(0, 1))
u.narrow(1, 1, 2).sum().backward()
print(x.grad)
