import torch
from torch import nn

torch.manual_seed(4)
for module, size in (
    (nn.LayerNorm(3), (2, 3)), (nn.LayerNorm([2, 2], elementwise_affine=False), (1, 2, 2)), (nn.LayerNorm(3, bias=False), (2, 3)),
    (nn.GroupNorm(2, 4), (1, 4, 2)), (nn.GroupNorm(1, 2, affine=False), (2, 2)), (nn.InstanceNorm1d(2), (1, 2, 3)),
    (nn.InstanceNorm2d(1, affine=True, track_running_stats=True), (2, 1, 2, 2)), (nn.RMSNorm(3), (2, 3)),
    (nn.RMSNorm(3, eps=1e-3, elementwise_affine=False), (2, 3)),
):
    x = torch.randn(size, requires_grad=True)
    out = module(x)
    print(module, out.grad_fn.name())
    (out * torch.arange(1.0, out.numel() + 1).view(size)).sum().backward()
    print(out.detach().flatten(), x.grad.flatten(), [p.grad for p in module.parameters()])
    print(dict(module.named_buffers()))
