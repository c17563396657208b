import torch
from torch import nn

x = torch.arange(1.0, 5.0).view(1, 2, 2)
line = torch.arange(1.0, 4.0).view(1, 1, 3)
for module, data in (
    (nn.ZeroPad2d(1), x), (nn.ZeroPad1d((1, 0)), line), (nn.ConstantPad1d(2, 3.5), line), (nn.ConstantPad2d((1, 0, 0, 1), 9), x),
    (nn.ReflectionPad1d((2, 1)), line), (nn.ReflectionPad2d(1), x), (nn.ReplicationPad1d(1), line), (nn.ReplicationPad2d((0, 1, 1, 0)), x),
    (nn.ConstantPad3d(1, 0.0), x[None]),
):
    data = data.clone().requires_grad_()
    out = module(data)
    print(module, tuple(out.shape))
    print(out.detach().flatten()[:12])
    (out * torch.arange(float(out.numel())).view(out.shape)).sum().backward()
    print(data.grad)
