import torch

X = torch.ones(4, 3)
W = torch.ones(4, 2, requires_grad=True)
out = X @ W
out.sum().backward()
