import torch
from torch import nn

torch.manual_seed(3)
for module, size in (
    (nn.BatchNorm1d(2), (4, 2)), (nn.BatchNorm1d(2, affine=False), (3, 2, 2)), (nn.BatchNorm2d(2, momentum=None), (2, 2, 1, 2)),
    (nn.BatchNorm3d(1, track_running_stats=False), (2, 1, 1, 2, 1)), (nn.BatchNorm1d(2, eps=0.1, momentum=0.5), (4, 2)),
):
    print(module)
    for _ in range(2):
        x = torch.randn(size, requires_grad=True)
        out = module(x)
        (out * torch.arange(float(out.numel())).view(size)).sum().backward()
    print(out.detach().flatten()[:4], x.grad.flatten()[:4])
    print([(name, buffer) for name, buffer in module.named_buffers()])
    module.eval()
    print(module(x).detach().flatten()[:4], [p.grad for p in module.parameters()])
