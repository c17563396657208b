import torch

a = torch.ones(2, 3)
a.resize_(2, 3)
print(a._version)
a.resize_(1, 2)
print(a._version)
a.resize_(2, 2)
print(a._version)
part = torch.ones(4)[1:]
part.resize_(2)
print(part._version)
w = torch.ones(3, requires_grad=True)
factor = torch.ones(3)
product = w * factor
factor.resize_(2)
try:
    product.sum().backward()
except RuntimeError as error:
    print(error)
