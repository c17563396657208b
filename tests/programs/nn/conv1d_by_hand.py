import torch
import torch.nn.functional as F

x = torch.tensor([[[1.0, 2.0, 3.0, 4.0, 5.0]]], requires_grad=True)
k = torch.tensor([[[1.0, 0.0, -1.0]]], requires_grad=True)
y = F.conv1d(x, k)
print(y, y.grad_fn.name())
y.sum().backward()
print(x.grad, k.grad)
print(F.conv1d(x, k, padding=1, stride=2))
