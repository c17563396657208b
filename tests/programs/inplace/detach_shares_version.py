import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.sigmoid()
z = y.detach()
z[0] = 0
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)
