import torch

x = torch.tensor([0.0, 1.0], requires_grad=True)
y = x.exp()
z = y.clone()
z += 1
z.sum().backward()
print(x.grad, y, z)
