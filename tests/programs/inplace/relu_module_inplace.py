import torch
from torch import nn

x = torch.tensor([-1.0, 2.0], requires_grad=True)
act = nn.ReLU(inplace=True)
h = x * 2
y = act(h)
print(y is h, h)
y.sum().backward()
print(x.grad)
try:
    act(x)
except RuntimeError as e:
    print(e)
