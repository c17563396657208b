import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
x = torch.tensor([[1.0, 2.0, 3.0]])
y = layer(x)
print(layer, y, y.grad_fn.name())
y.sum().backward()
print(layer.weight.grad, layer.bias.grad)
print(layer.in_features, layer.out_features, layer.weight.shape)
