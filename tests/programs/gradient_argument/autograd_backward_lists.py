import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor([1.0, 3.0], requires_grad=True)
y = a * b
z = a ** 2
torch.autograd.backward([y, z], [torch.tensor([1.0, 10.0]), None])
print(a.grad, b.grad)
