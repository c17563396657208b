import torch
x = torch.tensor([1.0, -2.0], requires_grad=True)
v = torch.tensor([1.0, 0.0])
f = (x ** 4).sum() + x[0] * x[1]
g, = torch.autograd.grad(f, x, create_graph=True)
hv, = torch.autograd.grad(g @ v, x)
print(hv)
