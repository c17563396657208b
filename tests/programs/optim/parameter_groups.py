import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
opt = torch.optim.SGD([{'params': [a]}, {'params': [b], 'lr': 0.5}], lr=0.1)
(a * 2 + b * 2).backward()
opt.step()
print(a, b)
print([g['lr'] for g in opt.param_groups])
opt.param_groups[0]['lr'] = 1.0
opt.step()
print(a, b)
