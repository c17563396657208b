import torch

x = torch.tensor([3.0], requires_grad=True)
y = x * 1
try:
    y *= y
    y.sum().backward()
    print(x.grad)
except RuntimeError as e:
    print(e)
