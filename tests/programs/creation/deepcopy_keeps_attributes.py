import copy

import torch

x = torch.ones(2, requires_grad=True)
x.tags = ["a"]
y = copy.deepcopy(x)
print(y.tags, y.tags is x.tags, y.requires_grad)
