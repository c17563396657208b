# The same numbers with their channels last in memory: other strides, equal values, and what keeps them so.
import torch
import torch.nn as nn

torch.manual_seed(0)
N, C, H, W = 2, 3, 4, 5
x = torch.randn(N, C, H, W)
print(x.stride(), x.is_contiguous(memory_format=torch.channels_last))

y = x.to(memory_format=torch.channels_last)
print(y.shape, y.stride(), y.is_contiguous(), y.is_contiguous(memory_format=torch.channels_last))
print(torch.equal(x, y), y.contiguous().stride())
print((y + y).stride(), y.clone().stride(), torch.empty_like(y).stride())

special = torch.ones(4, 4, 1, 1)
print(special.is_contiguous(memory_format=torch.channels_last), special.is_contiguous())

net = nn.Sequential(nn.Conv2d(C, 2, 3), nn.ReLU(), nn.MaxPool2d(2)).to(
    memory_format=torch.channels_last
)
print(net[0].weight.stride(), net[0].bias.stride())
out = net(y)
print(out.shape, out.stride(), out.is_contiguous(memory_format=torch.channels_last))
out.square().sum().backward()
print(net[0].weight.grad.shape)

try:
    torch.ones(2, 3, 4).to(memory_format=torch.channels_last)
except RuntimeError as error:
    print(error)
