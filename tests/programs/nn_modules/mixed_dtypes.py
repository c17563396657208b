import torch
from torch import nn

for dtype in (torch.float64, torch.float32, torch.int64):
    for layer in (nn.BatchNorm1d(3), nn.BatchNorm1d(3).double(), nn.LayerNorm(3), nn.LayerNorm(3).double(), nn.GroupNorm(3, 3)):
        try:
            print(layer(torch.arange(12).view(4, 3).to(dtype)).dtype)
        except RuntimeError as error:
            print(type(error).__name__, error)
