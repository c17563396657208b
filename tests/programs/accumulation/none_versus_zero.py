import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
print(a.grad, b.grad)
(a * 2).backward()
print(a.grad, b.grad)
a.grad = None
(b * 0).backward()
print(a.grad, b.grad)
