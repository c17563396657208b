import torch

x = torch.tensor([-2.0, 0.5, 3.0], requires_grad=True)
y = x * 1.0
y.clamp_(-1, 1)
print(y)
y.neg_().add_(1).mul_(2).div_(4).sub_(1)
print(y)
y.sum().backward()
print(x.grad)
