import torch

x = torch.tensor(0.5, requires_grad=True)
y = x.square()
product = torch.kron(x, y)
y.mul_(2)  # the product saved y without its version, so nobody notices
product.backward()
print(x.grad)

v = torch.tensor([1.0, 2.0], requires_grad=True)
scale = torch.tensor(3.0)
product = torch.kron(v, scale)
scale += 1
product.sum().backward()
print(v.grad)
