import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
b.requires_grad_(False)
y = a * b
y.backward()
print(a.grad, b.grad)
b.requires_grad_(True)
with torch.no_grad():
    frozen = a * 2
y = frozen * b
y.backward()
print(a.grad, b.grad)
