import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.logsumexp(x, dim=0)
y.backward()
print(y, x.grad)
s = torch.softmax(x.detach(), 0)
print(s, s.sum())
big = torch.tensor([1000.0, 1000.0])
print(big.exp().sum().log(), torch.logsumexp(big, 0))
