import torch

x = torch.tensor([5.0, 7.0], requires_grad=True)
y = x // 2
print(y, y.requires_grad)
print(y.grad_fn.name())
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)
