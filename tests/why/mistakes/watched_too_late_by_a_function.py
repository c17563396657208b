import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 2)


def watched(t):
    t.requires_grad_(True)
    return t


image = torch.rand(1, 4)
score = net(image)[0, 1]
image = watched(image)
score.backward()
print(image.grad.abs())
# -> image none 9 late_requires_grad
