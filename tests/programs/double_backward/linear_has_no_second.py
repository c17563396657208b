import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
g, = torch.autograd.grad((3 * x).sum(), x, create_graph=True)
print(g, g.requires_grad)
try:
    torch.autograd.grad(g.sum(), x)
except RuntimeError as e:
    print(e)
w = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad((w * x).sum(), x, create_graph=True)
print(g)
try:
    torch.autograd.grad(g.sum(), x)
except RuntimeError as e:
    print(e)
print(torch.autograd.grad((w * x).sum(), x, create_graph=True)[0].requires_grad)
