import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
t = torch.tensor([a, b])
print(t, t.requires_grad)
s = torch.stack([a, b])
print(s)
try:
    torch.tensor([torch.ones(2), torch.ones(2)])
except ValueError as e:
    print(e)
