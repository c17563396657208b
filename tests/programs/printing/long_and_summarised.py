import torch

print(torch.arange(30.0))
print(torch.arange(50))
print(torch.arange(1001))
print(torch.zeros(40, 40))
print(torch.arange(2000.0).reshape(20, 100))
