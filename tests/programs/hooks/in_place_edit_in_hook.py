import torch

x = torch.tensor([1.0, -2.0], requires_grad=True)
y = x * 2


def hook(g):
    g[0] = 0


y.register_hook(hook)
(y * torch.tensor([3.0, 4.0])).sum().backward()
print(x.grad)
