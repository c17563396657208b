import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize, spectral_norm


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


torch.manual_seed(0)
layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, "weight", Symmetric())
normed = parametrizations.weight_norm(nn.Linear(3, 2))
old = spectral_norm(nn.Linear(2, 2))
x = torch.randn(4, 3)
with parametrize.cached():
    loss = old(normed(layer(x))).square().sum()
loss.backward()
print(loss, layer.parametrizations.weight.original.grad)
