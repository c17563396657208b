import torch

x = torch.ones(3, requires_grad=True)
y = x * 1
with torch.no_grad():
    v = y[:2]
print(v.requires_grad, v.is_leaf)
try:
    v.mul_(2)
    print(y)
except RuntimeError as e:
    print(e)
