import torch

a = torch.tensor(2.0, requires_grad=True)
y = a * torch.ones(2)
z = a ** 2
try:
    torch.autograd.backward([y, z], [torch.ones(2)])
except RuntimeError as e:
    print(e)
try:
    torch.autograd.backward([y, z])
except RuntimeError as e:
    print(e)
