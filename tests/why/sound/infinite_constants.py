import torch
t = torch.tensor([1.0, 2.0])
u = torch.tensor([3.0, 4.0])
print(t @ u, (t * u).sum(), t.requires_grad)
print(torch.log(torch.tensor(0.0)), torch.tensor([1.0]) / 0)
