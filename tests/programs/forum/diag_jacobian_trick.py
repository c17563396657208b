import torch

x = torch.tensor([0.5, 1.0, 1.5], requires_grad=True)
y = x ** 2 * torch.sin(x)
g, = torch.autograd.grad(y, x, torch.ones_like(y))
J = torch.autograd.functional.jacobian(lambda t: t ** 2 * torch.sin(t), x)
print(g, J.diagonal(), torch.allclose(g, J.diagonal()))
