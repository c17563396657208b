import torch
from torch import nn

torch.manual_seed(7)
for module, sizes in (
    (nn.CosineSimilarity(), [(2, 3), (2, 3)]), (nn.CosineSimilarity(dim=0, eps=1e-6), [(3,), (3,)]),
    (nn.PixelShuffle(2), [(1, 4, 1, 2)]), (nn.PixelUnshuffle(2), [(1, 1, 2, 4)]),
    (nn.Upsample(scale_factor=2), [(1, 1, 1, 2)]), (nn.Upsample(size=3, mode='linear', align_corners=True), [(1, 1, 2)]),
    (nn.Unfold(2, padding=1), [(1, 1, 2, 2)]),
):
    inputs = [torch.randn(size, requires_grad=True) for size in sizes]
    out = module(*inputs)
    print(module, out.grad_fn.name(), out.detach().flatten()[:6])
    out.pow(2).sum().backward()
    print(*(x.grad.flatten()[:4] for x in inputs))
