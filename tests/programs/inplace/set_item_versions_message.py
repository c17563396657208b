import torch

x = torch.rand(3, 3)
w = torch.ones(3, 3, requires_grad=True)
h = x @ w
h2 = h * h
h[0] = 0
try:
    h2.sum().backward()
except RuntimeError as e:
    print(e)
