import torch
from torch import nn

p = torch.tensor([0.9, 0.2, 0.5], requires_grad=True)
y = torch.tensor([1.0, 0.0, 1.0])
loss = nn.BCELoss()(p, y)
loss.backward()
print(loss, p.grad)
manual = -(y * p.log() + (1 - y) * (1 - p).log()).mean()
print(manual)
