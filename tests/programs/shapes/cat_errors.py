import torch

try:
    torch.cat([torch.ones(2, 3), torch.ones(2, 4)])
except RuntimeError as e:
    print(e)
try:
    torch.stack([torch.ones(2), torch.ones(3)])
except RuntimeError as e:
    print(e)
try:
    torch.cat([])
except (RuntimeError, ValueError) as e:
    print(type(e).__name__, e)
try:
    torch.cat([torch.ones(2), torch.tensor(1.0)])
except RuntimeError as e:
    print(e)
print(torch.cat([torch.ones(2), torch.tensor([1, 2])]))
