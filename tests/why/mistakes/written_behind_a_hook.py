import torch
from torch import nn

fc = nn.Linear(3, 3)
act = nn.ReLU(inplace=True)
fc.register_full_backward_hook(lambda m, gin, gout: None)
h = fc(torch.randn(2, 3))
h += 1
act(h + 0).sum().backward()
# -> h error 8 saved_changed
