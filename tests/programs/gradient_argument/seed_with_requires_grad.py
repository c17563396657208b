import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0, 4.0], requires_grad=True)
y = x ** 2
g, = torch.autograd.grad(y, x, v, create_graph=True)
print(g)
g.sum().backward()
print(v.grad, x.grad)
