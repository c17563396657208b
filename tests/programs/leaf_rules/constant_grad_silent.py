import torch

x = torch.tensor(1.0)
w = torch.tensor(2.0, requires_grad=True)
(w * x).backward()
print(x.grad, w.grad)
d = w.detach()
print(d.grad)
