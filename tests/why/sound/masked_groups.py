import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
x = torch.randn(2, 3)
keep = torch.tensor([[True, True, False, False], [False, False, False, False]])
scores = net(x).masked_fill(~keep, float("-inf"))
total = scores.logsumexp(dim=1)
loss = total[keep.any(1)].mean()
loss.backward()
print(net.weight.grad)
