import torch

with torch.no_grad():
    w = torch.ones(2, requires_grad=True)
    v = torch.nn.Parameter(torch.zeros(2))
print(w.requires_grad, v.requires_grad)
(w * 3).sum().backward()
print(w.grad)
