import torch

a = torch.tensor([1.0, 2.0])
b = torch.tensor([3.0, 4.0], requires_grad=True)
c = a * b
with torch.no_grad():
    b += 1
c.sum().backward()
print(b.grad)
