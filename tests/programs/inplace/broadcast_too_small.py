import torch

a = torch.zeros(3)
try:
    a += torch.ones(2, 3)
except RuntimeError as e:
    print(e)
b = torch.zeros(2, 3)
b += torch.tensor([1.0, 2.0, 3.0])
print(b)
