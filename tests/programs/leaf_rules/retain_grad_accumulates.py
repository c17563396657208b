import torch

x = torch.tensor(2.0, requires_grad=True)
h = x * x
h.retain_grad()
(h * 3).backward(retain_graph=True)
print(h.grad, x.grad)
(h * 3).backward()
print(h.grad, x.grad)
