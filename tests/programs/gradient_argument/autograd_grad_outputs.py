import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x.sin()
g = torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y))
print(g)
try:
    torch.autograd.grad(x.sin(), x)
except RuntimeError as e:
    print(e)
g = torch.autograd.grad(outputs=x.cos().sum(), inputs=x)[0]
print(g)
