import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
try:
    y.requires_grad = False
except RuntimeError as e:
    print(e)
y.requires_grad = True
print(y.requires_grad, y.is_leaf)
x.requires_grad = False
print((x * 2).requires_grad, y.requires_grad)
