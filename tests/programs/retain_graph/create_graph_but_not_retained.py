import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3
g, = torch.autograd.grad(y, x, create_graph=True, retain_graph=False)
print(g)
try:
    torch.autograd.grad(y, x)
except RuntimeError as e:
    print(str(e)[:50])
