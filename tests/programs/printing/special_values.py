import torch

inf, nan = float('inf'), float('nan')
print(torch.tensor([inf, -inf, nan]))
print(torch.tensor([1.0, inf]), torch.tensor([1.5, nan]), torch.tensor([1e-9, inf, 2.0]))
print(torch.tensor(nan), torch.tensor(inf), torch.tensor([nan, 1.0, -1.0]))
print(torch.tensor([0.0, -0.0]), 1 / torch.tensor([0.0, -0.0]))
