import torch

w = torch.tensor([2.0, -1.0], requires_grad=True)
h = w ** 2
loss1 = h.sum()
loss2 = (h * 3).sum()
(loss1 + loss2).backward()
print(w.grad)
