import torch

x = torch.ones(3, requires_grad=True)
h = x.sigmoid()
loss = (h * h).sum()
h.add_(1)
loss.backward()
