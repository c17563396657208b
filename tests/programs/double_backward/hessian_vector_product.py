import torch

A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
x = torch.tensor([1.0, -1.0], requires_grad=True)
v = torch.tensor([1.0, 2.0])
y = 0.5 * x @ A @ x
g, = torch.autograd.grad(y, x, create_graph=True)
hv, = torch.autograd.grad(g @ v, x)
print(g, hv, A @ v)
