import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 3
y = (h ** 2).sum()
print(torch.autograd.grad(y, [h, x], retain_graph=True))
print(torch.autograd.grad(y, y, retain_graph=True))
try:
    torch.autograd.grad(h.sum(), y)
except RuntimeError as e:
    print(e)
