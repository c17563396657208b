import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0])
c = a * b
b += 1
try:
    c.sum().backward()
except RuntimeError as e:
    print(e)
