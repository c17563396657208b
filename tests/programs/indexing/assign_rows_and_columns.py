import torch

x = torch.zeros(3, 3)
x[0] = 1
x[:, 2] = torch.tensor([7.0, 8.0, 9.0])
x[[1, 2], [0, 1]] = -1.0
x[x == 0] = 0.5
print(x)
try:
    x[0] = torch.ones(2)
except RuntimeError as e:
    print(e)
