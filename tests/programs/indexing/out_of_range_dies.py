import torch

x = torch.zeros(2, 3)
for i in range(3):
    x[i, 0] = i
print(x)
