import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
norms = {}


def remember(name):
    def hook(grad):
        norms[name] = grad.shape
    return hook


for name, param in model.named_parameters():
    param.register_hook(remember(name))
model(torch.ones(4, 2)).mean().backward()
for name in sorted(norms):
    print(name, norms[name])
