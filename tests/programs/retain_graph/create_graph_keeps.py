import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3
g, = torch.autograd.grad(y, x, create_graph=True)
g2, = torch.autograd.grad(y, x, retain_graph=True)
print(g.item(), g2.item())
gg, = torch.autograd.grad(g, x)
print(gg)
