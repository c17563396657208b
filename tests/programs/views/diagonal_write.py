import torch

m = torch.zeros(3, 3)
m.diagonal().fill_(2)
m.view(-1)[1::4] = 7
print(m)
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
k = torch.zeros(3, 3)
k.diagonal().copy_(w)
(k * k).sum().backward()
print(w.grad)
