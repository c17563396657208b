import torch
from torch import nn

conv = nn.Conv2d(1, 1, 2, bias=False)
with torch.no_grad():
    conv.weight.copy_(torch.tensor([[[[1.0, 2.0], [3.0, 4.0]]]]))
x = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
y = conv(x)
z = nn.functional.max_pool2d(y, 2, stride=1)
print(y)
print(z)
z.sum().backward()
print(conv.weight.grad)
print(x.grad)
