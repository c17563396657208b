import torch

w = torch.ones(2, requires_grad=True) * 2
try:
    torch.optim.SGD([w], lr=0.1)
except ValueError as e:
    print(e)
