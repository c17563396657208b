import torch

a = torch.tensor([7, -7])
f = torch.tensor([7.5, -7.5])
print(a // 2, f // 2, a % 3, f % 3, torch.remainder(f, 3), torch.fmod(f, 3))
print(torch.div(f, 2, rounding_mode='trunc'), torch.div(f, 2, rounding_mode='floor'), torch.div(a, 2))
print(f.round(), f.floor(), f.ceil(), f.trunc(), f.frac())
print(torch.tensor([0.5, 1.5, 2.5]).round(), torch.round(torch.tensor(1.2345), decimals=2))
