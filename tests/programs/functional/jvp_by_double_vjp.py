import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.stack([x[0] * x[1], x[0] ** 2])
u = torch.zeros(2, requires_grad=True)
g, = torch.autograd.grad(y, x, u, create_graph=True)
t, = torch.autograd.grad(g, u, torch.tensor([1.0, 0.5]))
print(g, t)
