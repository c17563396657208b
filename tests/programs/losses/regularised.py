import torch

w = torch.tensor([1.0, -2.0, 0.0], requires_grad=True)
data = ((w - 1) ** 2).mean()
l2 = 0.1 * w.pow(2).sum()
l1 = 0.1 * w.abs().sum()
(data + l2 + l1).backward()
print(data, l2, l1)
print(w.grad)
