import torch

x = torch.tensor(3.0, requires_grad=True)
y = x ** 2
g, = torch.autograd.grad(y, x)
print(x.grad)
# -> x none 5 autograd_grad
