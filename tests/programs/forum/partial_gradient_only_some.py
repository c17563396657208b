import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
y = torch.cat([x[:2].detach(), x[2:]])
(y ** 2).sum().backward()
print(x.grad)
mask = torch.tensor([1.0, 0.0, 1.0, 0.0])
z = mask * x + (1 - mask) * x.detach()
x.grad = None
(z ** 2).sum().backward()
print(x.grad)
