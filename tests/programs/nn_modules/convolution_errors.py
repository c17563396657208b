import torch
from torch import nn


def attempt(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


attempt(lambda: nn.Conv2d(3, 4, 3, groups=2))
attempt(lambda: nn.Conv2d(4, 3, 3, groups=2))
attempt(lambda: nn.Conv2d(3, 4, 3, groups=0))
attempt(lambda: nn.Conv2d(3, 4, 3, stride=2, padding='same'))
attempt(lambda: nn.ConvTranspose2d(1, 1, 2, padding_mode='reflect'))
attempt(lambda: nn.Conv2d(3, 4))
attempt(lambda: nn.Conv2d(1, 1, 2, kernel=3))
attempt(lambda: nn.Conv2d(3, 4, 3)(torch.zeros(1, 1, 5, 5)))
attempt(lambda: nn.Conv2d(1, 4, 3)(torch.zeros(1, 1, 2, 2)))
attempt(lambda: nn.Conv1d(1, 1, 2)(torch.zeros(3)))
attempt(lambda: nn.ConvTranspose1d(1, 1, 3, stride=2)(torch.zeros(1, 1, 3), output_size=[12]))
print(nn.ConvTranspose1d(1, 1, 3, stride=2)(torch.zeros(1, 1, 3), output_size=[8]).shape)
