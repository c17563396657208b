import torch
from torch import nn

pred = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
target = torch.tensor([1.0, 1.0, 1.0])
for reduction in ('mean', 'sum', 'none'):
    loss = nn.MSELoss(reduction=reduction)(pred, target)
    g, = torch.autograd.grad(loss, pred, torch.ones_like(loss))
    print(reduction, loss, g)
print(((pred - target) ** 2).mean())
