import torch

x = torch.tensor([0.3, 0.5, 0.7], requires_grad=True)
base = x * 1
view = base[:2]
view.exp_()
base[1:].sigmoid_()
try:
    base.sum().backward()
except RuntimeError as e:
    print(e)

base = x * 1
base[:2].exp_()
g, = torch.autograd.grad((base**2).sum(), x, create_graph=True)
print(g)
print(torch.autograd.grad(g.sum(), x))
