import torch
import torch.nn.functional as F

x = torch.arange(8.0).reshape(1, 1, 8).requires_grad_()
y = F.avg_pool1d(x, 2)
print(y)
z = F.adaptive_avg_pool1d(x, 2)
print(z)
(y.sum() + z[0, 0, 1] * 4).backward()
print(x.grad)
