# Modules and functions where there is little or nothing to compute, and settings that make no sense.
import torch
import torch.nn.functional as F
from torch import nn


def tried(compute):
    try:
        print(compute())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


class Like:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


module = nn.Module()
module.register_buffer("stand_in", Like())
print(type(module.stand_in).__name__, list(module._buffers))
tried(lambda: F.cosine_similarity(torch.ones(2, 3), torch.ones(2, 3), eps=-1.0))
tried(lambda: nn.CrossEntropyLoss()(torch.ones(5, 0), torch.ones(5, 0)))
tried(lambda: F.grid_sample(torch.ones(1, 1, 0, 2), torch.zeros(1, 1, 1, 2), align_corners=False))
tried(lambda: F.affine_grid(torch.zeros(1, 2, 3), (1, 1, 2, 1), align_corners=True).shape)
x, h = torch.ones(2, 8), torch.ones(2, 4)
tried(lambda: torch.lstm_cell(x, (h, h), torch.zeros(17, 8), torch.zeros(16, 4)))
tried(lambda: torch.gru_cell(x, h, torch.zeros(12, 8), torch.zeros(13, 4)))
tried(lambda: torch.rnn_tanh_cell(x, h, torch.zeros(5, 8), torch.zeros(4, 4)))
norm = nn.InstanceNorm2d(2, track_running_stats=True, dtype=torch.float64)
print(norm(torch.arange(16.0).view(1, 2, 2, 4)).dtype, norm.running_mean)
