import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
net[0].requires_grad_(False)
loss = net(torch.ones(3, 2)).mean()
loss.backward()
print([(n, p.requires_grad, p.grad is not None) for n, p in net.named_parameters()])
