import torch

x = torch.tensor([-1.0, 2.0], requires_grad=True)
y = torch.relu(x) * x
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
h, = torch.autograd.grad(g.sum(), x)
print(g, h)
