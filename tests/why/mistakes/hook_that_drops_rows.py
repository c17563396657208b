import torch
from torch import nn

torch.manual_seed(0)
head = nn.Linear(3, 2)
h = (head.weight * 2)
def halve(grad):
    return grad[:1]
h.register_hook(halve)
h.sum().backward()
# -> h error 8 gradient_shape
