import sys
import torch

x = torch.tensor(1.0)
print('before')
if x > 0:
    sys.exit(3)
print('after')
