import torch
t = torch.tensor(0.5, requires_grad=True)
y = torch.where(t > 0, torch.tensor(1.0), torch.tensor(0.0))
y.backward()
# -> y error 3 comparison
