import torch

x = torch.tensor(1.0, requires_grad=True)
y = torch.tensor(2.0, requires_grad=True)
c = torch.tensor(3.0)
z = x * 2
try:
    torch.autograd.grad(z, [x, y], retain_graph=True)
except RuntimeError as e:
    print(e)
print(torch.autograd.grad(z, [x, y], allow_unused=True, retain_graph=True))
print(torch.autograd.grad(z, [x, y], materialize_grads=True, retain_graph=True))
try:
    torch.autograd.grad(z, [x, c])
except RuntimeError as e:
    print(e)
