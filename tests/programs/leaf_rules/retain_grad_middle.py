import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 3
h.retain_grad()
out = (h ** 2).sum()
out.retain_grad()
out.backward()
print(out.grad, h.grad, x.grad)
print(h.retains_grad, x.retains_grad)
