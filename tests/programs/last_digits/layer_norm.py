import torch
from torch import nn

torch.manual_seed(0)
torch.set_printoptions(precision=9)
for shape in ((5, 12), (3, 7, 40), (2, 300)):
    norm = nn.LayerNorm(shape[-1])
    nn.init.normal_(norm.weight)
    nn.init.normal_(norm.bias)
    x = torch.randn(shape, requires_grad=True)
    y = norm(x)
    y.pow(2).sum().backward()
    print(y.flatten()[::17], x.grad.flatten()[::17], norm.weight.grad[:6], norm.bias.grad[:6])
    print(nn.functional.layer_norm(x, shape[1:]).flatten()[:7])
