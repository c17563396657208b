import torch

x = torch.zeros(3, requires_grad=True)
torch.sqrt((x ** 2).sum()).backward()
print(x.grad)
x.grad = None
x.norm().backward()
print(x.grad)
x.grad = None
torch.sqrt((x ** 2).sum() + 1e-12).backward()
print(x.grad)
