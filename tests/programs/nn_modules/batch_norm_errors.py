import torch
from torch import nn

for f in (
    lambda: nn.BatchNorm1d(2)(torch.zeros(2)), lambda: nn.BatchNorm2d(2)(torch.zeros(2, 2)), lambda: nn.BatchNorm1d(2)(torch.zeros(3, 4)),
    lambda: nn.BatchNorm1d(2)(torch.zeros(1, 2)), lambda: nn.BatchNorm1d(), lambda: nn.BatchNorm1d(2, epsilon=1),
    lambda: nn.InstanceNorm1d(2)(torch.zeros(2)), lambda: nn.GroupNorm(2, 3), lambda: nn.LayerNorm(3)(torch.zeros(2, 4)),
    lambda: nn.InstanceNorm2d(2, affine=True)(torch.zeros(1, 3, 2, 2)),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
print(nn.BatchNorm1d(2).eval()(torch.ones(1, 2)))
