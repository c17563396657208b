import torch

w = torch.ones(2)
y = (w * 3).sum()
w.requires_grad_()
y.backward()
# -> y error 5 late_requires_grad
