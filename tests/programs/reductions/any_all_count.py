import torch

x = torch.tensor([[0.0, 1.0], [2.0, 0.0]])
print((x > 0).any(), (x >= 0).all(), (x > 0).sum(), (x > 0).any(dim=1), x.count_nonzero())
print((x == 0).float().mean())
print(x.bool(), x.numel(), x.nelement())
