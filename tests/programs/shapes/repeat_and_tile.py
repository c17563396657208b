import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
r = x.repeat(2, 2)
t = x.repeat_interleave(2)
print(r, t)
print(torch.tile(x, (2,)))
(r.sum() + (t * torch.arange(4.0)).sum()).backward()
print(x.grad)
