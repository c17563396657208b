import torch
torch.autograd.set_detect_anomaly(True)
x = torch.tensor([0.0, 1.0], requires_grad=True)
y = torch.where(x > 0, x ** 0.5, torch.zeros(2))
y.sum().backward()
# -> y error 4 where_branch
