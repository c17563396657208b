import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss1 = (w ** 2).sum()
loss2 = (w ** 3).sum()
loss1.backward()
loss2.backward()
print(w.grad)
