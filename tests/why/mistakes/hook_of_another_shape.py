import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
w = torch.ones(3, requires_grad=True)
h = w * 2
h.register_hook(lambda g: g.sum())
h.sum().backward()
# -> h error 7 gradient_shape
