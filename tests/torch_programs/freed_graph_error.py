import torch

w = torch.ones(2, requires_grad=True)
hidden = w * 2
for step in range(2):
    hidden = hidden * w
    hidden.sum().backward()
