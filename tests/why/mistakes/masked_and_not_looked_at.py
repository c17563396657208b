import torch
torch.manual_seed(0)
a = torch.randn(3, requires_grad=True)
b = torch.randn(3, requires_grad=True)
mask = torch.zeros(3)
loss = (a * mask + b).sum()
loss.backward()
# -> a zero 6 zero_factor
