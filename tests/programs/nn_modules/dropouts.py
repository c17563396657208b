import torch
from torch import nn

for module, size in (
    (nn.Dropout(), (2, 4)), (nn.Dropout(0.2, inplace=True), (6,)), (nn.Dropout2d(0.5), (1, 4, 1, 2)),
):
    torch.manual_seed(5)
    x = torch.ones(size, requires_grad=True)
    out = module(x * 1)
    print(module, out.grad_fn.name())
    out.sum().backward()
    print(out.detach().flatten(), x.grad.flatten())
    module.eval()
    print(module(x) is x)
try:
    nn.Dropout(1.5)
except ValueError as e:
    print(e)
