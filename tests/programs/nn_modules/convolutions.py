import torch
from torch import nn

torch.manual_seed(2)
for module, size in (
    (nn.Conv1d(1, 2, 3), (1, 1, 5)), (nn.Conv1d(2, 2, 3, stride=2, padding=1, groups=2, bias=False), (1, 2, 5)),
    (nn.Conv2d(1, 1, 2), (1, 1, 3, 3)), (nn.Conv2d(1, 2, (3, 2), padding=(1, 0), dilation=(1, 2)), (1, 1, 3, 4)),
    (nn.Conv2d(1, 1, 3, padding='same', padding_mode='reflect'), (1, 1, 3, 3)), (nn.Conv3d(1, 1, 2), (1, 1, 2, 3, 2)),
    (nn.ConvTranspose1d(1, 1, 3, stride=2, output_padding=1), (1, 1, 3)), (nn.ConvTranspose2d(1, 2, 2), (1, 1, 2, 2)),
):
    x = torch.randn(size, requires_grad=True)
    out = module(x)
    print(module, tuple(out.shape), out.grad_fn.name())
    print(out.flatten()[:4])
    (out * out).sum().backward()
    print(x.grad.flatten()[:4], module.weight.grad.flatten()[:4], None if module.bias is None else module.bias.grad)
