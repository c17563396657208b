import torch

x = torch.tensor([[-1.0, 0.5], [2.0, 3.0]], requires_grad=True)
lo = torch.tensor([0.0, 1.0], requires_grad=True)
y = torch.where(x > lo, x, lo)
print(y)
y.sum().backward()
print(x.grad, lo.grad)
z = torch.maximum(x, lo)
print(torch.autograd.grad(z.sum(), (x, lo)))
