import torch
from torch import nn
from torch.nn.utils import parametrize


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


torch.manual_seed(0)
layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, 'weight', Symmetric())
A = layer.weight
print(torch.equal(A, A.T), A.grad_fn)
print(layer)
print(list(layer.state_dict()))
layer.weight.sum().backward()
print(layer.parametrizations.weight.original.grad)
with parametrize.cached():
    print(layer.weight is layer.weight)
print(layer.weight is layer.weight)
parametrize.remove_parametrizations(layer, 'weight', leave_parametrized=False)
print(type(layer), torch.equal(layer.weight, layer.weight.T))
try:
    parametrize.register_parametrization(layer, 'nothing', Symmetric())
except ValueError as e:
    print(e)
