import torch

x = torch.tensor(1.0, requires_grad=True)
y = torch.tensor(2.0, requires_grad=True)
f = x ** 2 * y ** 3 + torch.sin(x * y)
fx, fy = torch.autograd.grad(f, (x, y), create_graph=True)
fxx, fxy = torch.autograd.grad(fx, (x, y), retain_graph=True)
fyx, fyy = torch.autograd.grad(fy, (x, y))
print(fx, fy)
print(fxx, fxy, fyx, fyy)
print(torch.isclose(fxy, fyx))
