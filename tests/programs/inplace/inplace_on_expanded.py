import torch

x = torch.zeros(1, 3)
y = x.expand(2, 3)
try:
    y.add_(1)
except RuntimeError as e:
    print(e)
try:
    y[0, 0] = 5
    print(y)
except RuntimeError as e:
    print(e)
