import torch
torch.manual_seed(0)
a = torch.randn(3, requires_grad=True)
parts = [float(v) ** 2 for v in a]
t = torch.as_tensor(parts)
t.sum().backward()
# -> t error 4 item
