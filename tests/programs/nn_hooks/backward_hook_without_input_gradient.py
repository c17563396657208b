import torch
from torch import nn

m = nn.Linear(2, 1)
m.register_full_backward_hook(lambda mod, gi, go: print('hook', gi, go))
m.register_full_backward_pre_hook(lambda mod, go: print('pre', go))
m(torch.ones(3, 2)).sum().backward()
print(m.weight.grad)
