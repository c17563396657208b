import torch

x = torch.ones(3, requires_grad=True)
y = x * 2
try:
    y.backward(torch.tensor([1.0, 2.0]))
except RuntimeError as e:
    print(e)
try:
    y.backward(torch.ones(3, 1))
except RuntimeError as e:
    print(e)
try:
    y.sum().backward(torch.ones(1))
except RuntimeError as e:
    print(e)
print(x.grad)
