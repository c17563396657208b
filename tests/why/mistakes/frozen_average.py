import copy
import torch

layer = torch.nn.Linear(2, 2)
copied = copy.deepcopy(layer).requires_grad_(False)
(layer(torch.ones(3, 2)) - copied(torch.ones(3, 2))).pow(2).sum().backward()
with torch.no_grad():
    copied.weight.lerp_(layer.weight, 0.1)
print(copied.weight.grad)
# -> copied.weight none 5 frozen
