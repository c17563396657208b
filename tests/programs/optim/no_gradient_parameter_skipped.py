import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
opt = torch.optim.Adam([a, b], lr=0.1)
(a ** 2).backward()
opt.step()
print(a, b, a._version, b._version)
