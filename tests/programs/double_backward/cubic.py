import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3
g1, = torch.autograd.grad(y, x, create_graph=True)
g2, = torch.autograd.grad(g1, x, create_graph=True)
g3, = torch.autograd.grad(g2, x, create_graph=True)
print(y, g1, g2, g3)
try:
    g4, = torch.autograd.grad(g3, x, create_graph=True)
    print(g4)
except RuntimeError as e:
    print(e)
