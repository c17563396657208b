import torch
from torch.autograd.graph import get_gradient_edge

x = torch.tensor(2.0, requires_grad=True)
y = x ** 2
z = y * 3
edge = get_gradient_edge(y)
print(edge.node.name(), edge.output_nr, type(edge).__name__)
print(torch.autograd.grad(z, edge, retain_graph=True))
print(get_gradient_edge(x).node.name())
print(torch.autograd.grad(edge, x))
