import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.retain_grad()
y.register_hook(lambda g: g * 100)
(y * 5).backward()
print(y.grad, x.grad)
