# A loss that is given two sizes and old arguments warns of the sizes first.
import torch
import torch.nn.functional as F

a, b = torch.ones(2), torch.zeros(1)
print(F.l1_loss(a, b, reduce=True))
print(F.mse_loss(a, b, size_average=False))
print(F.smooth_l1_loss(a, b, reduce=False))
print(F.huber_loss(a, b))
F.l1_loss(a, torch.ones(3), size_average=False)
