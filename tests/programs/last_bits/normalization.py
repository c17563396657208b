import torch
from torch import nn

torch.manual_seed(0)
for layer, shape in (
    (nn.BatchNorm1d(5), (6, 5)), (nn.BatchNorm1d(9), (33, 9)), (nn.BatchNorm2d(3), (2, 3, 5, 5)),
    (nn.LayerNorm(7), (4, 7)), (nn.LayerNorm(40), (3, 40)), (nn.LayerNorm((3, 4, 4)), (2, 3, 4, 4)),
    (nn.GroupNorm(2, 6), (3, 6, 5)), (nn.InstanceNorm2d(2, affine=True), (2, 2, 6, 6)), (nn.RMSNorm(10), (4, 10)),
):
    x = torch.randn(shape, requires_grad=True)
    y = layer(x)
    (y * torch.randn(shape)).sum().backward()
    print(type(layer).__name__, y.sum().item(), y.flatten()[3].item(), x.grad.flatten()[-1].item())
    print([p.grad.flatten()[-1].item() for p in layer.parameters()], [b.flatten()[0].item() for b in layer.buffers()])
    layer.eval()
    print(layer(x.detach()).flatten()[4].item())
