import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
nn.init.zeros_(layer.weight)
layer = nn.utils.parametrizations.weight_norm(layer)
x = torch.tensor([[1.0, 2.0, 3.0]])
loss = (layer(x) - 1.0).pow(2).sum()
loss.backward()
print(loss)
for name, p in layer.named_parameters():
    print(name, p.grad)
# => nan 7: weight_norm divides by the norm of a row of zeros
