import torch

w = torch.ones(2, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
(w * 3).sum().backward()
print(w.grad)
opt.zero_grad()
print(w.grad)
(w * 3).sum().backward()
opt.zero_grad(set_to_none=False)
print(w.grad)
