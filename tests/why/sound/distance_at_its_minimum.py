import torch

a = torch.tensor([[1.0, 2.0]], requires_grad=True)
opt = torch.optim.SGD([a], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    torch.cdist(a, torch.tensor([[1.0, 2.0]])).sum().backward()
    opt.step()
