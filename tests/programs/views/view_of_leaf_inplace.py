import torch

x = torch.ones(4, requires_grad=True)
v = x[:2]
try:
    v += 1
except RuntimeError as e:
    print(e)
with torch.no_grad():
    v += 1
print(x, v)
