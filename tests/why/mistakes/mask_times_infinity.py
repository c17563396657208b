import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
q = torch.randn(1, 3, 4, requires_grad=True)
mask = torch.tril(torch.ones(3, 3))
scores = q @ q.transpose(1, 2)
scores = scores + (1 - mask) * float("-inf")
att = scores.softmax(-1)
att.sum().backward()
print(q.grad)
# -> q nan 8 zero_times_infinity
