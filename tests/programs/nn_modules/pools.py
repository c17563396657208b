import torch
from torch import nn

x1 = torch.tensor([[[1.0, 5.0, 2.0, 8.0, 3.0, 4.0]]])
x2 = torch.arange(16.0).view(1, 1, 4, 4).sin()
for module, x in (
    (nn.MaxPool1d(2), x1), (nn.MaxPool1d(3, stride=1, padding=1), x1), (nn.AvgPool1d(2), x1),
    (nn.AdaptiveAvgPool1d(4), x1), (nn.MaxPool2d(2), x2), (nn.MaxPool2d((3, 2), stride=(1, 2)), x2),
    (nn.AvgPool2d(2, ceil_mode=True), x2), (nn.AdaptiveAvgPool2d((1, None)), x2), (nn.AdaptiveAvgPool2d(3), x2),
):
    x = x.clone().requires_grad_()
    out = module(x)
    print(module, out.grad_fn.name())
    print(out.detach().flatten())
    out.pow(2).sum().backward()
    print(x.grad.flatten()[:8])
