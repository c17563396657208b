import torch
import torch.autograd.forward_ad as fwAD
from torch import nn

torch.manual_seed(0)
x, v = torch.randn(2, 3, 4, 4), torch.randn(2, 3, 4, 4)
with fwAD.dual_level(), torch.no_grad():
    d = fwAD.make_dual(x, v)
    for layer in (
        nn.Conv2d(3, 2, 3),
        nn.MaxPool2d(2),
        nn.AvgPool2d(2),
        nn.BatchNorm2d(3),
        nn.GroupNorm(1, 3),
        nn.LayerNorm(4),
        nn.Flatten(),
        nn.AdaptiveAvgPool2d(1),
    ):
        tangent = fwAD.unpack_dual(layer(d)).tangent
        print(type(layer).__name__, tuple(tangent.shape), f"{tangent.abs().sum():.3f}")
