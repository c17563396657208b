import torch
from torch import nn

torch.manual_seed(0)
kernel = torch.randn(1, 1, 3, requires_grad=True)
conv = nn.Conv1d(1, 1, 3, bias=False)
with torch.no_grad():
    conv.weight.copy_(kernel)
conv(torch.randn(1, 1, 6)).pow(2).sum().backward()
print(kernel.grad)
# -> kernel none 7 no_grad
