import torch

e = torch.zeros(0)
print(e.sum(), e.prod(), e.mean())
try:
    e.max()
except RuntimeError as err:
    print(err)
try:
    e.argmax()
except (RuntimeError, IndexError) as err:
    print(type(err).__name__, err)
x = torch.zeros(0, 3, requires_grad=True)
x.sum().backward()
print(x.grad, x.grad.shape)
