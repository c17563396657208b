import torch
from torch import nn

x = torch.tensor([1.0, 3.0], requires_grad=True)
t = torch.zeros(2)
print(nn.MSELoss(size_average=False)(x, t))
print(nn.L1Loss(reduce=False)(x, t))
