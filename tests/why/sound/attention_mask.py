import torch
from torch import nn

torch.manual_seed(0)
q = torch.randn(3, 4, requires_grad=True)
k = torch.randn(3, 4, requires_grad=True)
scores = q @ k.T / 2
scores = scores.masked_fill(torch.triu(torch.ones(3, 3), 1).bool(), float("-inf"))
weights = scores.softmax(dim=-1)
(weights @ k).sum().backward()
print(q.grad, k.grad)
